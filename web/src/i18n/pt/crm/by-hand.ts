/** Portuguese of web/src/crm/by-hand. */
export default {
  'crm/by-hand/strings': {
    owner: 'Responsável',
    noOwner: 'Sem responsável',
    known: 'Já está aqui?',
    knownPeople: 'Contatos e empresas que podem ser os mesmos',
    open: 'Abrir',
    unnamed: 'Contato desconhecido',
    contactReasons: { email: 'Mesmo e-mail', phone: 'Mesmo número', name: 'Mesmo nome', company: 'Mesma empresa' },
    companyReasons: { domain: 'Mesmo domínio', email: 'Domínio do e-mail', name: 'Nome começa igual' },
    inBin: 'Na lixeira: adicionar restaura',
    restored: 'Você já tinha começado. O que digitou continua aqui.',
    startOver: 'Recomeçar',
    recordLabel: 'Sobre',
    recordHint: 'Digite um nome, e-mail ou número.',
    recordOptional: 'Um contato, empresa, negócio ou lead. Pode ficar vazio.',
    recordsFound: 'Contatos, empresas, negócios e leads',
    recordKinds: { contact: 'Contato', company: 'Empresa', deal: 'Negócio', lead: 'Lead' },
  },
}
