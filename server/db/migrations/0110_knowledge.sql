-- What a workspace knows: documents that were written here or uploaded, cut into passages, which are found by their words. The words are
-- made ready in the server (see domains/automation/knowledge/words.ts): letters and digits between single spaces, in lower case.

create table knowledge_sources (
  org_id uuid not null references orgs,
  id uuid not null,
  title text not null check (length(title) between 1 and 200),
  kind text not null check (kind in ('text', 'markdown', 'html', 'pdf')),
  file_name text,                           -- null: written here
  language text not null,                   -- en, de, …; '' is another one
  text text not null,                       -- Markdown, of which the passages are cut; of a file, what could be read of it
  words int not null check (words > 0),
  saved_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id)
);
create index knowledge_sources_newest on knowledge_sources (org_id, updated_at desc, id desc);
create index knowledge_sources_languages on knowledge_sources (org_id, language);

create table knowledge_passages (
  org_id uuid not null,
  source_id uuid not null,
  place int not null check (place >= 0),
  heading text not null,                    -- the headings above it, the outermost first; '' where there is none
  text text not null,
  language text not null,
  words tsvector not null,
  primary key (org_id, source_id, place),
  foreign key (org_id, source_id) references knowledge_sources on delete cascade
) with (toast_tuple_target = 8160);         -- a search compares thousands of rows: their words stand in the row, not compressed
create index knowledge_passages_words on knowledge_passages using gin (words);

/* In how many passages of a workspace a word is; '' is all passages. What is rare says more, and a search asks the index for that alone. */
create table knowledge_words (
  org_id uuid not null references orgs,
  word text not null,
  passages int not null,
  primary key (org_id, word)
);

/* A file that was uploaded, as text, until a document is made of it, for a day. */
create table knowledge_files (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  kind text not null check (kind in ('text', 'markdown', 'html', 'pdf')),
  language text not null,
  text text not null,
  uploaded_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);

grant select, insert, update, delete on knowledge_sources, knowledge_passages, knowledge_words, knowledge_files to foyer_app, foyer_system;
call keep_tenants_apart('knowledge_sources', 'knowledge_passages', 'knowledge_words', 'knowledge_files');

/* How PostgreSQL takes the words of a language apart and leads them back to their stems. */
create function knowledge_config(language text)
returns regconfig language sql immutable parallel safe
as $$
  select case language when 'en' then 'pg_catalog.english' when 'de' then 'pg_catalog.german' when 'fr' then 'pg_catalog.french' when 'es' then 'pg_catalog.spanish'
    when 'pt' then 'pg_catalog.portuguese' when 'hi' then 'pg_catalog.hindi' else 'pg_catalog.simple' end::regconfig
$$;

/* The words of a passage as the index holds them: the stems of its language, and beside them each word as it is without its marks, where that
   is another one. The title counts as A, headings as B. Each word begins with four digits of its workspace, so that a search of one does not
   walk what others have. The given texts hold letters, digits and spaces alone, so no quote has to be told from a mark. */
create function passage_words(org_id uuid, language text, title text, heading text, body text, plain_title text, plain_heading text, plain_body text)
returns tsvector language sql immutable parallel safe
as $$
  with stems as (
    select setweight(to_tsvector(knowledge_config(language), title), 'A') || setweight(to_tsvector(knowledge_config(language), heading), 'B')
      || to_tsvector(knowledge_config(language), body) as words
  ), plain as (
    select setweight(to_tsvector('pg_catalog.simple', plain_title), 'A') || setweight(to_tsvector('pg_catalog.simple', plain_heading), 'B')
      || to_tsvector('pg_catalog.simple', plain_body) as words
  )
  select replace(' ' || (stems.words || ts_delete(plain.words, tsvector_to_array(stems.words)))::text, ' ''', ' ''' || right(org_id::text, 4))::tsvector
  from stems, plain
$$;

/* What each word of a question is in the index: its stems in some languages and itself. A word that says nothing in the language of the
   question has none; so has one that PostgreSQL takes for none. */
create function question_words(language text, languages text[], words text[], plain text[])
returns table (at int, word text) language sql stable
as $$
  select distinct w.at::int, s.word
  from unnest(words, plain) with ordinality as w (word, plain, at)
  cross join lateral (
    select unnest(tsvector_to_array(to_tsvector(knowledge_config(l), w.word))) as word from unnest(languages) as l
    union select w.plain
  ) s
  where to_tsvector(knowledge_config(language), w.word) <> ''
$$;

/* The passages of the caller's workspace that answer best, of those that `wanted` finds. `asked` has a query for each word of the question:
   what a passage has of them counts by `weights`, and more where its title or a heading has it. A function of foyer_system, because row-level
   security lets no operator into an index that is not leakproof, and @@ is not. */
create function find_passages(wanted tsquery, asked tsquery[], in_heads tsquery[], weights float8[], most_compared int, most int)
returns table (source_id uuid, place int, rank float8)
language plpgsql stable security definer set search_path = foyer, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
declare
  org uuid := nullif(current_setting('foyer.org', true), '')::uuid;
  any_of tsquery := (select string_agg('(' || a::text || ')', ' | ') from unnest(asked) as a)::tsquery;
begin
  return query
  with found as materialized (
    select p.source_id, p.place, p.words from knowledge_passages p where p.words @@ wanted and p.org_id = org limit most_compared
  )
  select f.source_id, f.place, c.covered + 0.1 * ts_rank_cd(f.words, any_of, 33)
  from found f
  cross join lateral (
    select sum(q.weight * case when f.words @@ q.head then 1.5 when f.words @@ q.word then 1 else 0 end) / sum(q.weight) as covered
    from unnest(asked, in_heads, weights) as q (word, head, weight)
  ) c
  order by 3 desc, f.source_id, f.place
  limit most;
end
$$;
grant create on schema foyer to foyer_system;
alter function find_passages owner to foyer_system;
revoke create on schema foyer from foyer_system;
revoke execute on function find_passages from public;
grant execute on function find_passages to foyer_app;
