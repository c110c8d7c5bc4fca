/** Portuguese of web/src/desk/duplicates. */
export default {
  'desk/duplicates/strings': {
    title: 'Duplicatas',
    back: 'Contatos',
    about: 'Contatos que podem ser a mesma pessoa. Nada é mesclado sem você, e você pode desfazer uma mesclagem.',
    loadFailed: 'Não foi possível carregar as duplicatas',
    emptyTitle: 'Nenhuma duplicata',
    emptyText: 'Contatos com a mesma caixa de e-mail, o mesmo número ou o mesmo nome em uma empresa aparecem aqui.',
    reasons: {
      mailbox: 'Mesma caixa de e-mail',
      phone: 'Mesmo número',
      name_company: 'Mesmo nome e empresa',
      name_domain: 'Mesmo nome e domínio de e-mail',
    },
    pair: (one: string, other: string) => `${one} e ${other}`,
    unnamed: 'Sem nome',
    email: 'E-mail',
    phone: 'Telefone',
    company: 'Empresa',
    jobTitle: 'Cargo',
    added: 'Adicionado',
    none: '–',
    keep: 'Manter este',
    keepNamed: (name: string) => `Manter este: ${name}`,
    notSame: 'Não é o mesmo',
    merged: (name: string) => `Os contatos foram mesclados em ${name}.`,
    dismissed: 'Estes dois não serão sugeridos de novo.',
    failed: 'Não foi possível salvar a alteração',
    keys: '1 e 2 mantêm o respectivo contato, N diz que não são o mesmo.',
  },
  'desk/duplicates/sentences': {
    'dismiss-duplicate': {
      done: 'disse que dois contatos não são o mesmo',
      tried: 'tentou dizer que dois contatos não são o mesmo',
    },
  },
  'desk/duplicates/module': {
    duplicates: 'Duplicatas',
    duplicatesAbout: 'Contatos que podem ser uma só pessoa.',
  },
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => `${count} ${n === 1 ? 'possível duplicata' : 'possíveis duplicatas'}`,
  },
}
