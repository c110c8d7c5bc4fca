/** Portuguese of web/src/desk/duplicates. */
export default {
  'desk/duplicates/strings': {
    title: 'Duplicados',
    back: 'Contatos',
    about:
      'Contatos que podem ser a mesma pessoa, e empresas que podem ser uma só. Nada é mesclado sem você, e você pode desfazer uma mesclagem.',
    kinds: 'O que comparar',
    companies: 'Empresas',
    loadFailed: 'Não foi possível carregar os duplicados',
    emptyTitle: 'Nenhum duplicado',
    emptyText: 'Contatos com a mesma caixa de e-mail, o mesmo número ou o mesmo nome em uma empresa aparecem aqui.',
    reasons: {
      mailbox: 'Mesma caixa de e-mail',
      phone: 'Mesmo número',
      name_company: 'Mesmo nome e empresa',
      name_domain: 'Mesmo nome e domínio de e-mail',
    },
    companiesEmptyText:
      'Empresas com o mesmo número fiscal ou de registro, o mesmo domínio ou o mesmo nome sem a forma jurídica aparecem aqui.',
    companyReasons: { number: 'Mesmo número de registro', domain: 'Mesmo domínio', name: 'Mesmo nome' },
    pair: (one: string, other: string) => `${one} e ${other}`,
    unnamed: 'Sem nome',
    email: 'E-mail',
    phone: 'Telefone',
    company: 'Empresa',
    domain: 'Domínio',
    jobTitle: 'Cargo',
    added: 'Adicionado',
    none: '–',
    keep: 'Manter',
    keepNamed: (name: string) => `Manter ${name}`,
    notSame: 'São diferentes',
    merged: (name: string) => `Os contatos foram mesclados em ${name}.`,
    companiesMerged: (name: string) => `As empresas foram mescladas em ${name}.`,
    dismissed: 'Este par não será sugerido de novo.',
    failed: 'Não foi possível salvar a alteração',
    companyKeys: '1 e 2 mantêm a respectiva empresa, N diz que não são a mesma.',
    keys: '1 e 2 mantêm o respectivo contato, N diz que não são o mesmo.',
  },
  'desk/duplicates/sentences': {
    'dismiss-company-duplicate': {
      done: 'disse que duas empresas não são a mesma',
      tried: 'tentou dizer que duas empresas não são a mesma',
    },
    'dismiss-duplicate': {
      done: 'disse que dois contatos não são o mesmo',
      tried: 'tentou dizer que dois contatos não são o mesmo',
    },
  },
  'desk/duplicates/module': {
    duplicates: 'Duplicados',
    duplicatesAbout: 'Contatos ou empresas que podem ser um só.',
  },
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => `${count} ${n === 1 ? 'possível duplicado' : 'possíveis duplicados'}`,
  },
}
