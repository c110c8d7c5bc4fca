-- What no AI provider may see of a workspace. Card numbers never; the rest as the workspace says.
alter table ai_settings add column mask_emails boolean not null default false;
alter table ai_settings add column mask_phones boolean not null default false;
alter table ai_settings add column mask_bank boolean not null default false;
-- Texts with # for a digit and * for letters and digits: KD-####.
alter table ai_settings add column mask_own text[] not null default '{}' check (cardinality(mask_own) <= 50);
