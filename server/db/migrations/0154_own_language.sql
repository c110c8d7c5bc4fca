-- The language in which a person reads the app, and the emails and pushes that it sends them. Null: not chosen yet.
alter table directory.people add column language text check (language in ('en', 'de', 'fr', 'es', 'pt', 'hi'));
