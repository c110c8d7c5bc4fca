/*
 * What a rehearsal foresees of records: of `holder …` the record that would have an address, number or domain by now, of `record …` its values, of `met …` what
 * stands for a record there (decision 0189).
 */
alter table sync_rehearsed add column state jsonb;
