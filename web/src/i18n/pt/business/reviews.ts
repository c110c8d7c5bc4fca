import { counted } from '#web/i18n/format.ts'

const starsOf = (stars: number): string => (stars === 1 ? '1 estrela' : `${counted(stars)} estrelas`)

/** Portuguese of web/src/business/reviews. */
export default {
  'business/reviews/strings': {
    title: 'Avaliações',
    review: 'Avaliação',
    list: 'Avaliações, a última alteração primeiro',
    loadFailed: 'Não foi possível carregar as avaliações',
    oneFailed: 'Não foi possível carregar esta avaliação',
    filter: 'Exibição',
    all: 'Todas',
    shows: { unanswered: 'Sem resposta', gone: 'Removidas' },
    noMatch: 'Nenhuma avaliação correspondente',
    showAll: 'Mostrar todas as avaliações',

    stars: starsOf,
    ofStars: (stars: number) => `${counted(stars)} de 5 estrelas`,
    unrated: 'Sem nota',
    unnamed: 'Autor sem nome',
    withoutText: 'Nota sem texto.',
    edited: 'Editada',
    removed: 'Removida',
    pictures: (count: number) => (count === 1 ? '1 imagem no Google' : `${counted(count)} imagens no Google`),

    connectTitle: 'Veja aqui suas avaliações do Google',
    connectText:
      'Conecte a conta do Google que gerencia sua empresa. O Foyer lê as avaliações a cada hora, avisa sobre as novas e envia suas respostas. Suas conexões de e-mail e calendário continuam como estão.',
    connect: 'Conectar avaliações do Google',
    reconnect: 'Conectar de novo',
    askAdmin: 'Peça a um administrador deste espaço de trabalho que conecte.',
    emptyTitle: 'Nenhuma avaliação ainda',
    emptyText: 'Quando um cliente avalia um dos seus locais no Google, a avaliação aparece aqui em até uma hora.',
    noLocations: 'Esta conta do Google não gerencia nenhuma empresa',
    noLocationsText:
      'Conecte a conta a que pertence seu Perfil da Empresa, ou peça ao proprietário dela que adicione esta como administradora.',
    reading: 'Lendo avaliações…',
    readingText: 'A primeira vez pode levar alguns minutos. Você pode sair desta página.',

    syncNow: 'Sincronizar agora',
    synced: (imported: number, updated: number, removed: number) =>
      imported + updated + removed === 0
        ? 'Nada novo'
        : `${counted(imported)} novas, ${counted(updated)} editadas, ${counted(removed)} removidas`,
    goesOn: 'A sincronização está demorando mais e continua.',
    lastSync: 'Última sincronização',
    stopped: 'A última sincronização não terminou',
    waits: 'A sincronização aguarda',
    disconnected: 'O Google não está conectado, então as avaliações não são lidas.',

    rating: 'Nota',
    average: 'Média aqui',
    google: 'O Google diz',
    count: (count: number) => (count === 1 ? '1 avaliação' : `${counted(count)} avaliações`),
    same: 'Igual ao Google',
    differs: (difference: string) => `Diferença de ${difference}. O Google pode contar avaliações que ainda não mostra.`,
    googleUnknown: 'Ainda sem dados',
    distribution: 'Avaliações por estrelas',
    unansweredCount: (count: number) => `${counted(count)} sem resposta`,

    location: 'Local',
    allLocations: 'Todos os locais',
    starsFilter: 'Estrelas',
    anyStars: 'Qualquer nota',
    locations: 'Locais',
    locationsText: 'As avaliações destes locais são lidas a cada hora. O que foi lido permanece quando você desativa um.',
    onMap: 'Google Maps',
    troubles: {
      not_verified: 'Não verificado no Google',
      not_listed: 'Não está mais na conta',
      location_denied: 'O Google nega o acesso',
      location_not_there: 'Não encontrado no Google',
    },
    unread: (count: number) =>
      count === 1 ? 'Não foi possível ler 1 avaliação' : `Não foi possível ler ${counted(count)} avaliações`,
    done: 'Concluído',

    about: 'Sobre',
    posted: 'Publicada',
    changed: 'Editada pelo autor',
    versions: 'Versões anteriores',
    goneTitle: 'Esta avaliação não está mais no Google',
    goneText: 'Duas sincronizações completas não a encontraram. O texto é removido daqui 30 dias depois disso.',
    nameNote: 'O nome é o que o Google mostra. Ele não é associado aos seus contatos.',

    reply: 'Responder',
    yourReply: 'Sua resposta',
    replyPublic: 'Sua resposta é pública no Google, em nome da sua empresa.',
    replyAtGoogle: 'Escrita no Google',
    bytes: (used: number, most: number) => `${counted(used)} de ${counted(most)} bytes`,
    tooLong: (over: number) =>
      `${over === 1 ? '1 byte a mais' : `${counted(over)} bytes a mais`}. Letras com acento contam em dobro; emojis, quatro vezes.`,
    send: 'Enviar resposta',
    edit: 'Editar resposta',
    save: 'Salvar resposta',
    cancel: 'Cancelar',
    remove: 'Remover resposta',
    removeTitle: 'Remover a resposta?',
    removeText: 'É removida no Google. Você pode escrever outra.',
    retry: 'Tentar novamente',
    by: (name: string) => `por ${name}`,
    states: {
      sending: 'Enviando',
      removing: 'Removendo',
      sent: 'Respondida',
      pending: 'Pendente no Google',
      rejected: 'Rejeitada pelo Google',
      failed: 'Não enviada',
      removed: 'Resposta removida',
      replaced: 'Substituída',
    },
    pendingText: 'O Google recebeu a resposta e a está verificando. Os clientes ainda não a veem.',
  },
  'business/reviews/sentences#audit': {
    'remove-review-reply': {
      done: 'removeu a resposta a uma avaliação',
      tried: 'tentou remover a resposta a uma avaliação',
    },
    'reply-review': { done: 'respondeu a uma avaliação', tried: 'tentou responder a uma avaliação' },
    'review-sync': { done: 'sincronizou as avaliações', tried: 'tentou sincronizar as avaliações' },
    'set-review-location': { done: 'alterou quais avaliações são lidas', tried: 'tentou alterar quais avaliações são lidas' },
    'sync-google-reviews': { done: 'sincronizou as avaliações', tried: 'tentou sincronizar as avaliações' },
  },
  'business/reviews/sentences': {
    one: (stars: string) => `Nova avaliação com ${stars === '1' ? '1 estrela' : `${stars} estrelas`}`,
    unrated: 'Nova avaliação',
    several: (count: number) => `${counted(count)} novas avaliações`,
    failed: 'Uma resposta a uma avaliação não foi enviada',
    rejected: 'O Google rejeitou uma resposta a uma avaliação',
    stopped: 'Não é mais possível ler as avaliações',
  },
  'business/reviews/module': {
    reviews: 'Avaliações',
    reviewsAbout: 'O que os clientes escrevem sobre você no Google e suas respostas.',
  },
}
