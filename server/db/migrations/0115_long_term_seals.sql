-- Whether seals carry what they are verified by when their authorities are gone (PAdES B-LT).
alter table sealing_settings add column long_term boolean not null default false;

-- What the root of a workspace revoked (CRL, DER in base64): said once, when it was made. The roots made before this never said it, and their
-- keys are gone.
alter table seal_identities add column crl text check (length(crl) <= 20000);

-- Why a seal waits or failed, by name; the text beside it is for who reads the API.
alter table documents add column seal_code text check (length(seal_code) <= 50);

-- Of a sealed file with long-term data behind its seal: the digest of what the seal covers, by which a copy without that data is recognised.
alter table document_files add column covered_sha256 bytea check (length(covered_sha256) = 32);
