-- A member's own mail server: its names and passwords were typed.
alter table connections drop constraint connections_kind_check;
alter table connections add constraint connections_kind_check check (kind in ('key', 'oauth', 'login'));
