import { counted } from '#web/i18n/format.ts'

/** Portuguese of web/src/connections/connections. */
export default {
  'connections/connections/client-strings': {
    title: (service: string) => `Cliente OAuth para ${service}`,
    loadFailed: 'Não foi possível carregar o cliente OAuth',
    text: (service: string) =>
      `${service} só deixa entrar programas que conhece. Registre o Foyer lá uma vez; depois sua equipe pode conectar contas.`,
    simulated: 'Até lá, o ambiente de testes simula o serviço.',
    operator: 'O administrador do sistema já registrou um. Um cliente próprio o substitui neste espaço de trabalho.',
    steps: 'Registrar o Foyer',
    open: 'Abra o serviço e vá para:',
    redirect: 'Adicione esta URL de redirecionamento',
    redirectLabel: 'URL de redirecionamento',
    scopes: 'Permita estas permissões, se ele pedir',
    copy: 'Copie para cá o ID do cliente e o segredo',
    clientId: 'ID do cliente',
    clientSecret: 'Segredo do cliente',
    secretHint: 'Fica guardado criptografado e nunca é mostrado de novo.',
    keepHint: 'Deixe vazio para manter o segredo salvo.',
    missing: 'Obrigatório',
    save: 'Salvar cliente',
    saved: (service: string) => `O cliente OAuth para ${service} foi salvo.`,
    remove: 'Remover cliente',
    removeTitle: (service: string) => `Remover o cliente OAuth para ${service}?`,
    removeText: (n: number) =>
      n === 0
        ? 'O segredo é excluído agora. Nenhuma conta foi conectada com ele.'
        : `O segredo é excluído agora. ${n === 1 ? 'É preciso reconectar 1 conta conectada' : `É preciso reconectar ${counted(n)} contas conectadas`} com ele.`,
    removed: (service: string) => `O cliente OAuth para ${service} foi removido.`,
    keep: 'Manter cliente',
    inUse: (n: number) => (n === 1 ? '1 conta foi conectada com ele.' : `${counted(n)} contas foram conectadas com ele.`),
    others: 'Contas conectadas com outro cliente o mantêm até serem conectadas de novo.',
  },
  'connections/connections/strings': {
    title: 'Conexões',
    about: 'Conecte os serviços que você usa.',
    search: 'Buscar serviços',
    noneFound: 'Nenhum serviço encontrado',
    noneFoundText: 'Os webhooks e a API do Foyer alcançam serviços que não estão listados aqui.',
    showAll: 'Mostrar todos os serviços',
    groups: {
      money: 'Pagamentos e contabilidade',
      messages: 'E-mail, mensagens e ligações',
      work: 'Trabalho e arquivos',
      marketing: 'Marketing e formulários',
      ai: 'IA',
    },
    unconnected: 'Números não conectados',
    notConnectedHere: (n: number) =>
      n === 1 ? 'não está conectado. Há 1 mensagem em espera.' : `não está conectado. Há ${counted(n)} mensagens em espera.`,
    connectNumber: (id: string) => `Conecte-o para ler (ID do número de telefone ${id})`,
    loadFailed: 'Não foi possível carregar as conexões',
    gone: 'Esta conexão não existe. Talvez tenha sido desconectada.',
    askAdmin: 'Peça a um administrador que a conecte.',
    askOwner: 'O proprietário a configura primeiro.',
    setUp: 'Configurar',
    setUpOf: (title: string) => `Configurar ${title}`,
    clientOf: (title: string) => `Cliente OAuth para ${title}`,
    client: 'Cliente OAuth',
    connectAnother: 'Conectar outra conta',
    goOn: 'Continuar',

    state: 'Status',
    pill: {
      none: 'Não conectado',
      connected: 'Conectada',
      needs_reauth: 'Reconectar',
      error: 'Rejeitada',
      disconnected: 'Desconectada',
      sandbox: 'Simulada',
      resting: 'Pausada',
    },
    well: 'A última chamada deu certo.',
    unused: 'Nenhuma chamada ainda.',
    simulated: 'Conta simulada, sem chamadas nem dinheiro reais.',
    testMoney: 'Conta de teste, sem dinheiro real.',
    lastFailed: (reason: string) => `A última chamada falhou. ${reason}`,
    resting: (reason: string) =>
      `As chamadas continuaram falhando, então estão pausadas e são repetidas automaticamente. ${reason}`,
    refused: (reason: string) => `${reason} Copie a chave do provedor de novo e substitua aqui.`,
    reauth: (reason: string) => `${reason} Reconecte a conta.`,

    details: 'Detalhes',
    account: 'Conta',
    kindOfAccount: 'Modo',
    kinds: { live: 'Conta real', test: 'Conta de teste', sandbox: 'Conta simulada' },
    scopes: 'Permissões',
    connectedAt: 'Conectada',
    lastCall: 'Última chamada',
    never: 'Nunca',
    renewed: 'O token expira',

    connect: 'Conectar',
    connectReal: 'Conectar conta real',
    connectRealTo: (title: string) => `Conectar conta real: ${title}`,
    reconnect: 'Reconectar',
    reconnectTo: (title: string) => `Reconectar ${title}`,
    connectTo: (title: string) => `Conectar ${title}`,
    connectDeveloper: 'Conta de desenvolvedor',
    connectDeveloperTo: (title: string) => `Conectar uma conta de desenvolvedor de ${title}`,
    useSandbox: 'Usar ambiente de testes',
    sandboxFor: (title: string) => `Usar o ambiente de testes para ${title}`,
    sandboxUsed: 'Ambiente de testes conectado.',
    connected: (title: string, account: string) => `${title}: conectado${account === '' ? '' : ` (${account})`}.`,
    formText: 'A chave é testada antes de ser salva. Ela fica guardada criptografada e nunca é mostrada de novo.',
    replaceText: 'A nova chave é testada antes de substituir a antiga. A URL do webhook continua a mesma.',
    missing: 'Obrigatório',
    optional: (label: string) => `${label} (opcional)`,
    submitConnect: 'Testar e conectar',
    submitReplace: 'Testar e substituir',

    actionsOf: (title: string) => `Ações de ${title}`,
    replace: 'Substituir chave',
    replaceTitle: (title: string) => `Substituir a chave de ${title}`,
    test: 'Testar conexão',
    testSucceeded: (milliseconds: number) => `Conectado: respondeu em ${counted(milliseconds)} ms.`,
    testAccount: (account: string) => `Conta: ${account}`,
    testFailed: 'O teste falhou',
    disconnect: 'Desconectar',
    disconnectTitle: (title: string) => `Desconectar ${title}?`,
    disconnectText:
      'As credenciais são excluídas agora, e pagamentos, mensagens ou e-mails por ela param. Os registros anteriores ficam.',
    disconnectPayments:
      'Os checkouts abertos são cancelados primeiro. Pedidos do Razorpay não podem ser cancelados, então a chave é mantida por até uma semana para ver pagamentos tardios.',
    keep: 'Manter conexão',
    disconnected: (title: string) => `${title}: desconectado.`,
    disconnectedOpen: (title: string, n: number) =>
      n === 1
        ? `${title}: desconectado. 1 checkout aberto está sendo cancelado.`
        : `${title}: desconectado. ${counted(n)} checkouts abertos estão sendo cancelados.`,

    webhook: 'Webhook',
    webhookAddress: 'URL do webhook',
    webhookReady: 'Os eventos chegam na hora. Nenhuma ação necessária.',
    webhookWaiting: 'O Foyer está registrando seu webhook.',
    webhookByHand: {
      stripe:
        'Adicione esta URL em Stripe → Developers → Webhooks, selecione todos os eventos de checkout, payment, charge e dispute, e salve o segredo de assinatura com “Substituir chave”.',
      razorpay:
        'Adicione esta URL em Razorpay → Account & settings → Webhooks com um segredo próprio e todos os eventos de payment, order, refund e dispute, e salve o segredo com “Substituir chave”.',
      twilio:
        'Defina esta URL no console do Twilio, como POST: como Voice request URL do TwiML app e do número, e como status callback deles.',
      whatsapp:
        'Adicione esta URL em Meta for Developers → seu app → WhatsApp → Configuration com o token de verificação que você digitou aqui, e assine “messages” e “message_template_status_update”.',
    },
    webhookMeanwhile: {
      twilio: 'Até lá, não é possível fazer nem receber ligações.',
      stripe: 'Até lá, os pagamentos aparecem com alguns minutos de atraso.',
      razorpay: 'Até lá, os pagamentos aparecem com alguns minutos de atraso.',
      whatsapp: 'Até lá, nenhuma mensagem chega.',
    },

    calls: 'Chamadas de API',
    callsText: 'As últimas 1.000 chamadas de API (30 dias). Os corpos das requisições e respostas não são guardados.',
    callsFailed: 'Não foi possível carregar as chamadas de API',
    noCalls: 'Nenhuma chamada ainda',
    noCallsText: 'Teste a conexão para ver uma chamada aqui.',
    operation: 'Operação',
    requestId: 'ID da requisição',
    response: 'Resposta',
    request: 'Requisição',
    when: 'Horário',
    outcomes: {
      ok: 'Bem-sucedida',
      refused: 'Rejeitada',
      rate_limited: 'Limite excedido',
      failed: 'Falhou',
      cut: 'Interrompida',
      timed_out: 'Tempo esgotado',
      no_answer: 'Sem resposta',
    },
    answered: (status: number) => `respondeu ${status}`,
    attempts: (n: number) => (n === 1 ? '1 tentativa' : `${counted(n)} tentativas`),
    took: (milliseconds: number) => `${counted(milliseconds)} ms`,
  },
  'connections/connections/sentences#audit': {
    'connect-provider': {
      done: 'conectou uma conta ou substituiu sua chave',
      tried: 'tentou conectar uma conta ou substituir sua chave',
    },
    'connect-sandbox': { done: 'conectou uma conta simulada', tried: 'tentou conectar uma conta simulada' },
    'integration-callback': { done: 'conectou uma conta com OAuth', tried: 'tentou conectar uma conta com OAuth' },
    'integration-disconnect': { done: 'desconectou uma conta', tried: 'tentou desconectar uma conta' },
    'integration-init-oauth': {
      done: 'começou a conectar uma conta com OAuth',
      tried: 'tentou começar a conectar uma conta com OAuth',
    },
    'integration-refresh': {
      done: 'renovou o token de uma conexão',
      tried: 'tentou renovar o token de uma conexão',
    },
    'remove-oauth-client': {
      done: 'removeu o cliente OAuth de um serviço',
      tried: 'tentou remover o cliente OAuth de um serviço',
    },
    'save-oauth-client': {
      done: 'salvou um cliente OAuth para um serviço',
      tried: 'tentou salvar um cliente OAuth para um serviço',
    },
    'integration-test': { done: 'testou uma conexão', tried: 'tentou testar uma conexão' },
  },
  'connections/connections/sentences': {
    failed: (provider: string) => `A conexão com ${provider} precisa de atenção`,
    modelGone: (provider: string, model: string) => `${provider} não tem mais o modelo ${model}`,
    modelGoneText: (setting: string) =>
      `Nada é gerado com ele. Defina um modelo atual em ${setting} e reinicie o Foyer, ou fale com o administrador do sistema. O trabalho na fila continua em até seis horas, ou na hora, se você tentar de novo.`,
    numberUnconnected: (number: string) => `O número do WhatsApp ${number} não está conectado`,
    numberUnconnectedText: (n: number) =>
      n === 1
        ? 'Há 1 mensagem em espera. Conecte o número para lê-la.'
        : `Há ${counted(n)} mensagens em espera. Conecte o número para lê-las.`,
  },
  'connections/connections/module': {
    connections: 'Conexões',
    connectionsLead: 'Conecte os serviços que você usa.',
  },
}
