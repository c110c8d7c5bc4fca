-- A file of a template has the name of its own upload: uploaded again under another name, it is another one, although its bytes are the same.

alter table template_files
  drop constraint template_files_org_id_sha256_key,
  add unique (org_id, sha256, name);
