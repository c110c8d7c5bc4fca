-- What a tax invoice of India says beyond others (CGST Rules, 2017, rule 46): the code of each line, and the place of supply.
alter table invoice_lines add column tax_code text check (tax_code ~ '^([0-9]{4}|[0-9]{6}|[0-9]{8})$');   -- HSN or SAC
-- The state by its GST code, such as 29; 96: outside India. With the sender's GSTIN it says which taxes the tax is made of.
alter table invoices add column place_of_supply text check (place_of_supply ~ '^[0-9]{2}$');

-- Null: the week of the business, as it is now. Single days are the member's own. Before, setting one day or a zone copied the week of that
-- moment along: where it is still that of the business it follows again.
alter table work_hours alter column weekly drop not null;
update work_hours w set weekly = null
where w.weekly = coalesce(
  (select b.weekly from business_hours b where b.org_id = w.org_id),
  '{"mon":[["09:00","17:00"]],"tue":[["09:00","17:00"]],"wed":[["09:00","17:00"]],"thu":[["09:00","17:00"]],"fri":[["09:00","17:00"]]}'
);
