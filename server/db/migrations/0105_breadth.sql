-- Records of removed documents are listed, the newest removal first.
create index removed_documents_newest on removed_documents (org_id, removed_at desc, id desc);
