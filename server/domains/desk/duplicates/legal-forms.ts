/**
 * What stands behind or before the name of a company and says only what kind of one it is, as words in lower case without marks: `S.A. de C.V.`
 * is `s a de c v`. Put together by hand for Foyer, in November 2026, from the forms that the commercial registers of these countries
 * enter. One that is missing makes a pair less, which a member can still merge.
 */
export const legalForms: readonly string[] = `
  inc|incorporated|corp|corporation|co|company|llc|l l c|llp|l l p|lp|l p|pllc|pc|p c|ltd|limited|ltd co|co ltd|co inc|plc|p l c|cic|cio|dac|unlimited
  pvt ltd|private limited|pvt limited|private ltd|p ltd|pvt|pty ltd|pty limited|proprietary limited|pty|opc|opc pvt ltd|sdn bhd|bhd|pte ltd|pte limited|pte
  gmbh|g m b h|gmbh co kg|gmbh co kgaa|gmbh co ohg|ggmbh|ug|ug haftungsbeschrankt|haftungsbeschrankt|ag|a g|kg|k g|kgaa|ohg|gbr|e k|ek|e kfm|e kfr|eg|e g|ev|e v|se|partg|partgmbb|mbh|ges m b h|gesmbh|og|sarl|s a r l
  sa|s a|sas|s a s|sasu|eurl|e u r l|sci|s c i|snc|s n c|scop|scp|ets|etablissements|societe anonyme
  sl|s l|slu|s l u|sll|sociedad limitada|sociedad anonima|sau|s a u|sc|s c|sca|sad|cb|c b
  sa de cv|s a de c v|s de rl|s de r l|s de rl de cv|s de r l de c v|sapi de cv|s a p i de c v|sas de cv|eirl|e i r l|srl|s r l|spa|s p a|ltda|limitada|cia ltda
  srls|s r l s|sapa|s a p a|ss|soc coop|societa per azioni|societa a responsabilita limitata
  ltda me|ltda epp|me|mei|epp|eireli|s s|sa cv|lda|l da|unipessoal lda|unipessoal
  bv|b v|nv|n v|vof|v o f|cv|bvba|sprl|srl fs|cvba|maatschap|ab|a b|aktiebolag|hb|kb|as|a s|asa|ans|da|aps|a p s|is|oy|oyj|oy ab|osk|ehf|hf
  sp z o o|spolka z o o|sp j|sp k|spzoo|s r o|sro|a s|spol s r o|kft|zrt|nyrt|bt|d o o|doo|d d|dd|ood|eood|ad|ead|oo|ooo|zao|pao|oao|tov|uab|sia|ou|as
  kk|k k|kabushiki kaisha|gk|godo kaisha|yk|co ltd|pt|p t|tbk|cv|jsc|ojsc|cjsc|joint stock company|fze|fzco|fz llc|fzc|wll|w l l|psc|saoc|spc|est|establishment
  trust|foundation|stiftung|holding|group`
  .split(/[|\n]/)
  .map((form) => form.trim())
  .filter(Boolean)

/** How a field of the workspace's own is called that keeps a number which a register or a tax office gave, as words in lower case without marks. */
export const registerNumberNames: readonly string[] = `
  vat|vat id|vat number|vat no|vat reg|gst|gstin|gst number|gst no|tin|ein|pan|cin|llpin|tax id|tax number|tax no|tax identification|taxpayer
  registration number|registration no|registration id|register number|company number|company no|company reg|business number|crn|trade register|duns|d u n s|lei
  ust id|ustid|ust idnr|ustidnr|umsatzsteuer|steuernummer|steuer id|handelsregister|handelsregisternummer|registernummer|hrb|hra|fn|firmenbuchnummer|uid
  siren|siret|tva|numero de tva|rcs|nif|cif|rfc|nit|rut|cuit|ruc|numero fiscal|cnpj|cpf|inscricao estadual|nipc|partita iva|p iva|codice fiscale|rea
  kvk|btw|btw nummer|organisationsnummer|org nr|orgnr|cvr|nip|regon|krs|ico|dic|abn|acn|nzbn|uen|trn`
  .split(/[|\n]/)
  .map((name) => name.trim())
  .filter(Boolean)

/** Below these a domain is registered by its third part: `acme.co.uk`. */
export const sharedEndings: ReadonlySet<string> = new Set(
  `ac co com edu gob gov gouv gen go gr id ind info ltd me mil ne net nom or org plc res sch firm`.split(' '),
)
