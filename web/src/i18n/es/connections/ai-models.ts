import { counted } from '#web/i18n/format.ts'

/** Spanish of web/src/connections/ai-models. */
export default {
  'connections/ai-models/strings': {
    ai: 'IA',
    about: 'Lo que cuesta la IA, sus presupuestos y modelos.',
    failed: 'No se pudo cargar la configuración de IA',
    notSaved: 'No se guardó',
    saved: 'Guardado',

    usage: 'Uso',
    usageText:
      'Los costes son los de las listas de los proveedores. Lo que un proveedor no informó se cuenta por su máximo.',
    ownUsageText: 'Lo que tú preguntaste.',
    groupBy: 'Por',
    groups: { day: 'Día', feature: 'Función', model: 'Modelo', person: 'Persona', provider: 'Proveedor' },
    period: 'Periodo',
    days: (n: number) => (n === 1 ? '1 día' : `${counted(n)} días`),
    noUsage: 'Aún no se ha preguntado nada',
    noUsageText: 'Las llamadas a modelos de IA aparecen aquí con lo que cuestan.',
    calls: (n: number) => `${counted(n)} ${n === 1 ? 'llamada' : 'llamadas'}`,
    tokens: (input: number, output: number) => `${counted(input)} tokens de entrada, ${counted(output)} de salida`,
    estimated: (amount: string) => `${amount} estimados`,
    export: 'Exportar como CSV',
    total: 'Total',
    background: 'Trabajo en segundo plano',
    features: {
      chat: 'Chat',
      assistant: 'Asistente',
      drafts: 'Borradores',
      summaries: 'Resúmenes',
      enrichment: 'Perfiles de empresas',
      requirements: 'Documentos de requisitos',
      workflow: 'Flujos',
    },

    newest: 'Llamadas más recientes',
    outcomes: {
      answered: 'Respondida',
      cut: 'Interrumpida',
      cancelled: 'Cancelada',
      failed: 'Fallida',
      refused: 'Rechazada',
      timed_out: 'Tiempo agotado',
      unknown: 'Perdida',
      correction: 'Corrección',
    },
    after: (model: string, reason: string) => `En lugar de ${model}: ${reason}`,

    budgets: 'Presupuestos',
    budgetsText:
      'Antes de cada llamada se reserva lo máximo que puede costar. Por eso se puede rechazar una llamada aunque quede un poco.',
    noBudget: 'No hay ningún presupuesto',
    noBudgetText: 'Sin presupuesto, la IA puede costar tanto como se pregunte. 20 dólares al mes son un buen comienzo.',
    scopes: { workspace: 'Espacio de trabajo', person: 'Persona', feature: 'Función' },
    periods: { day: 'Día', month: 'Mes' },
    spentOf: (spent: string, limit: string) => `${spent} de ${limit}`,
    reserved: (amount: string) => `${amount} reservados`,
    resets: 'Se renueva',
    limit: 'Límite en dólares estadounidenses',
    limitWrong: 'Escribe un importe, como 20 o 0.50.',
    whose: 'Para',
    person: 'Miembro',
    feature: 'Función',
    setBudget: 'Poner presupuesto',
    removeBudget: (name: string) => `Quitar el presupuesto: ${name}`,
    remove: 'Quitar',

    models: 'Modelos',
    modelsText: 'Los precios son por millón de tokens, en dólares estadounidenses.',
    defaultModel: 'Modelo predeterminado',
    operators: (model: string) => `El que eligió el administrador del sistema (${model})`,
    fallbacks: 'Preguntar a estos si el primero no responde',
    providers: { gemini: 'Gemini', openai: 'OpenAI', anthropic: 'Anthropic', compatible: 'Tu servidor de IA' },
    prices: (input: string, cached: string, output: string) =>
      `Entrada ${input}, en caché ${cached}, salida ${output}`,
    unpriced: 'Sin precio: no se usa si hay un presupuesto',
    context: (tokens: number, output: number) => `${counted(tokens)} tokens, respuestas de hasta ${counted(output)}`,
    ends: 'Termina',
    endsOn: (day: string, successor: string) => `Termina el ${day}. Usa ${successor} en su lugar.`,
    off: 'Desactivado',
    enabled: (model: string) => `Usar ${model}`,
    price: 'Precio de un modelo',
    priceText: 'De un modelo que no está en la lista, o si tu proveedor cobra otro precio.',
    model: 'Modelo',
    modelHint: 'Como lo llama su proveedor: gpt-6.1-sol.',
    modelWrong: 'Los nombres empiezan por gemini-, gpt-, claude- o compatible/.',
    input: 'Entrada',
    cached: 'Entrada en caché',
    output: 'Salida',
    priceWrong: 'Escribe un precio, como 2 o 0.075.',
    savePrice: 'Guardar precio',
    drafts: 'Borradores de respuesta',
    draftsText: 'Esperan en la bandeja de entrada hasta que un miembro los revisa y los envía.',
    draftsAhead: 'Redactar una respuesta cada vez que escribe un cliente',
    draftsAheadText:
      'Para el miembro que tiene asignada la conversación o es responsable del negocio. Cada borrador se cobra.',
    draftsAreAhead: 'Se redacta una respuesta cada vez que escribe un cliente.',
    draftsOnDemand: 'Las respuestas se redactan cuando tú lo pides.',
    draftCounts: ({
      used,
      edited,
      discarded,
      ready,
    }: Record<'used' | 'edited' | 'discarded' | 'ready', number>) =>
      `En los últimos 30 días: enviados tal cual ${counted(used)}, editados ${counted(edited)}, descartados ${counted(discarded)}, abiertos ${counted(ready)}.`,
    privacy: 'Qué sale de aquí',
    privacyText: (providers: string) =>
      `Va al proveedor de IA al que se pregunta, en este orden: ${providers}. Las claves, contraseñas y archivos nunca se envían.`,
    whatIsSent: 'Qué se envía, por función',
    sent: {
      chat: 'Lo que escribe quien usa ai-chat.',
      assistant:
        'La pregunta, la conversación, los nombres del equipo y los registros que Preguntar a Foyer lee para ella.',
      drafts:
        'Los 30 mensajes más recientes de la conversación, el nombre y la etapa de su negocio, y los pasajes de tus documentos que encajan.',
      summaries:
        'Los 100 mensajes más recientes, el negocio con sus tareas, o las tareas, reuniones y conversaciones abiertas del día.',
      enrichment: 'Nombre y dominio de la empresa. Nada de ninguna persona.',
      requirements: 'Lo que el cliente potencial escribió sobre el proyecto.',
    },
    masks: 'Ocultar a los proveedores',
    masksText:
      'En su lugar va un marcador, y Foyer los devuelve a la respuesta. Los números de tarjeta siempre se ocultan.',
    hidden: (what: string) => `Oculto a los proveedores: ${what}.`,
    masked: {
      cards: 'números de tarjeta',
      emails: 'Correos electrónicos',
      phones: 'Números de teléfono',
      bank: 'Números de cuenta bancaria (IBAN)',
    },
    ownMasks: 'Tus propios patrones',
    ownMasksText: 'Uno por línea. # es un dígito, * son letras y dígitos: KD-####',
    saveMasks: 'Guardar patrones',
    transcripts: 'Conservar las conversaciones con Preguntar a Foyer (días)',
    transcriptsText:
      'Después de su última palabra. También los textos de borradores y resúmenes. 0: hasta la noche siguiente.',
  },
  'connections/ai-models/sentences#audit': {
    'correct-ai-call': {
      done: 'corrigió lo que costó una llamada de IA',
      tried: 'intentó corregir lo que costó una llamada de IA',
    },
    'save-ai-model': { done: 'cambió un modelo de IA', tried: 'intentó cambiar un modelo de IA' },
    'set-ai-budget': { done: 'definió un presupuesto de IA', tried: 'intentó definir un presupuesto de IA' },
    'set-ai-defaults': {
      done: 'cambió a qué modelo de IA se pregunta',
      tried: 'intentó cambiar a qué modelo de IA se pregunta',
    },
  },
  'connections/ai-models/sentences': {
    ends: (model: string, day: string) => `El modelo ${model} termina el ${day}`,
    endsText: (successor: string) =>
      successor === ''
        ? 'Elige otro modelo predeterminado en Configuración → IA o pregunta al administrador del sistema.'
        : `Elige ${successor} como modelo predeterminado en Configuración → IA o pregunta al administrador del sistema.`,
  },
  'connections/ai-models/module': {
    ai: 'IA',
    aiAbout: 'Lo que cuesta la IA, sus presupuestos y modelos.',
  },
}
