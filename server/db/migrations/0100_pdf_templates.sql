-- Templates of a PDF: the file as it was taken, once a workspace under its digest, and the boxes into which values are set.

create table template_files (
  org_id uuid not null references orgs,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),  -- as it was uploaded
  stored_as text not null,                                    -- its place among the files
  sha256 bytea not null check (length(sha256) = 32),
  bytes int not null check (bytes > 0),
  pages jsonb not null,                                       -- [{"width","height"}] in points, as they are looked at
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, sha256)
);

alter table template_versions
  add column file_id uuid,
  add column boxes jsonb not null default '[]',  -- [{"id","key","size","align","page","x","y","width","height"}]
  add foreign key (org_id, file_id) references template_files;

grant select, insert, delete on template_files to foyer_app;
-- Nothing of a file is changed: a row can be locked only by who may update a column of it.
grant update (created_at) on template_files to foyer_app;
call keep_tenants_apart('template_files');
