import { counted } from '#web/i18n/format.ts'
import type { DemoCount } from '#web/wire.ts'

/** Portuguese of web/src/platform/organizations. */
export default {
  'platform/organizations/strings': {
    workspace: 'Espaço de trabalho',
    about: 'O nome, o país padrão, o fuso horário e os limites do seu espaço de trabalho.',
    loadFailed: 'Não foi possível carregar as configurações.',
    general: 'Geral',
    name: 'Nome',
    nameMissing: 'Digite um nome.',
    saved: 'Configurações salvas.',
    onlyAdmins: 'Só proprietários e administradores podem alterar estas configurações.',
    country: 'País padrão',
    countryHint: 'Para números de telefone sem código do país.',
    countryNone: 'Nenhum: só números com + e código do país',
    zone: 'Fuso horário',
    zoneHint: 'Para vencimentos e relatórios, e para membros que não definiram o próprio.',
    room: 'Endereço das salas de vídeo',
    roomHint: 'Para reuniões cujo calendário não cria uma sala: {id} se torna o de cada sala.',
    roomExample: 'https://meet.example.com/{id}',
    roomWrong: 'Use https:// e coloque {id} no caminho, como https://meet.example.com/{id}.',
    noCountry: 'Nenhum país',
    noSuchCountry: 'Nenhum país correspondente',
    limits: 'Limites',
    keyLimit: 'Limite de requisições por chave',
    keyLimitHint: 'Limite padrão por chave (requisições por minuto).',
    quota: 'Cota mensal',
    quotaHint: 'Acima dela, novos leads são rejeitados até o mês seguinte. Duplicados não contam.',
    quotaField: 'Novos leads por mês',
    thisMonth: 'Este mês',
    withoutQuota: (n: number) => `${counted(n)} ${n === 1 ? 'lead' : 'leads'}. Nenhuma cota definida.`,
    ofQuota: (n: number, quota: number, day: string) => `${counted(n)} de ${counted(quota)} leads. Renova em ${day}.`,
    quotaUsed: 'Cota usada neste mês',
    quotaFull: 'Cota atingida: novos leads são rejeitados. Aumente-a e depois reprocesse-os no log de requisições.',
    demoTitle: 'Dados de demonstração',
    demoHas:
      'Este espaço de trabalho tem dados de demonstração. Limpar mantém os seus próprios registros, e os negócios e conversas de demonstração aos quais você adicionou tarefas ou mensagens.',
    demoNone:
      'Adiciona algumas semanas de trabalho inventado: cerca de sessenta leads, 12 negócios, 8 conversas, chamadas, tarefas e 6 faturas. Nada é enviado. Você pode limpar a qualquer momento.',
    demoLoad: 'Carregar dados de demonstração',
    demoClear: 'Limpar dados de demonstração',
    demoAdded: (n: DemoCount) =>
      `Adicionados: ${counted(n.leads)} leads, ${counted(n.companies)} empresas, ${counted(n.deals)} negócios, ${counted(n.messages)} mensagens, ${counted(n.tasks)} tarefas, ${counted(n.invoices)} faturas.`,
    demoRemoved: (n: DemoCount) =>
      `Removidos: ${counted(n.leads)} leads, ${counted(n.companies)} empresas, ${counted(n.deals)} negócios, ${counted(n.messages)} mensagens, ${counted(n.tasks)} tarefas, ${counted(n.invoices)} faturas.`,
  },
  'platform/organizations/sentences': {
    'switch-organization': {
      done: 'trocou de espaço de trabalho',
      tried: 'tentou trocar de espaço de trabalho',
    },
    'update-workspace': {
      done: 'alterou as configurações do espaço de trabalho',
      tried: 'tentou alterar as configurações do espaço de trabalho',
    },
    'clear-demo': { done: 'removeu os dados de demonstração', tried: 'tentou remover os dados de demonstração' },
    'seed-demo': { done: 'carregou dados de demonstração', tried: 'tentou carregar dados de demonstração' },
  },
  'platform/organizations/module': {
    workspace: 'Espaço de trabalho',
    workspaceLead: 'Nome, país padrão dos telefones, fuso horário e limites.',
  },
}
