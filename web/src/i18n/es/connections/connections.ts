import { counted } from '#web/i18n/format.ts'

/** Spanish of web/src/connections/connections. */
export default {
  'connections/connections/client-strings': {
    title: (service: string) => `Cliente de OAuth para ${service}`,
    loadFailed: 'No se pudo cargar el cliente de OAuth',
    text: (service: string) =>
      `${service} solo deja entrar a programas que conoce. Registra Foyer allí una vez; después tu equipo puede conectar cuentas.`,
    simulated: 'Hasta entonces, el entorno de pruebas simula el servicio.',
    operator: 'El administrador del sistema ya registró uno. Un cliente propio lo reemplaza en este espacio de trabajo.',
    steps: 'Registrar Foyer',
    open: 'Abre el servicio y ve a:',
    redirect: 'Agrega esta URL de redirección',
    redirectLabel: 'URL de redirección',
    scopes: 'Permite estos permisos, si los pide',
    copy: 'Copia aquí el id. de cliente y el secreto',
    clientId: 'Id. de cliente',
    clientSecret: 'Secreto de cliente',
    secretHint: 'Se guarda cifrado y no se vuelve a mostrar.',
    keepHint: 'Déjalo vacío para conservar el secreto guardado.',
    missing: 'Obligatorio',
    save: 'Guardar cliente',
    saved: (service: string) => `Se guardó el cliente de OAuth para ${service}.`,
    remove: 'Eliminar cliente',
    removeTitle: (service: string) => `¿Eliminar el cliente de OAuth para ${service}?`,
    removeText: (n: number) =>
      n === 0
        ? 'Su secreto se elimina ahora. No había ninguna cuenta conectada con él.'
        : `Su secreto se elimina ahora. ${n === 1 ? 'Hay que volver a conectar 1 cuenta conectada' : `Hay que volver a conectar ${counted(n)} cuentas conectadas`} con él.`,
    removed: (service: string) => `Se eliminó el cliente de OAuth para ${service}.`,
    keep: 'Conservar cliente',
    inUse: (n: number) => (n === 1 ? 'Con él se conectó 1 cuenta.' : `Con él se conectaron ${counted(n)} cuentas.`),
    others: 'Las cuentas conectadas con otro cliente lo conservan hasta que se vuelvan a conectar.',
  },
  'connections/connections/strings': {
    title: 'Conexiones',
    about: 'Conecta los servicios que usas.',
    search: 'Buscar servicios',
    noneFound: 'No se encontró ningún servicio',
    noneFoundText: 'Con los webhooks y la API de Foyer puedes llegar a servicios que no están en la lista.',
    showAll: 'Ver todos los servicios',
    groups: {
      money: 'Pagos y contabilidad',
      messages: 'Correo, mensajes y llamadas',
      work: 'Trabajo y archivos',
      marketing: 'Marketing y formularios',
      ai: 'IA',
    },
    unconnected: 'Números sin conectar',
    notConnectedHere: (n: number) =>
      n === 1 ? 'no está conectado. Hay 1 mensaje en espera.' : `no está conectado. Hay ${counted(n)} mensajes en espera.`,
    connectNumber: (id: string) => `Conéctalo para leerlos (id. del número de teléfono ${id})`,
    loadFailed: 'No se pudieron cargar las conexiones',
    gone: 'Esta conexión no existe. Puede que se haya desconectado.',
    askAdmin: 'Pide a un administrador que la conecte.',
    askOwner: 'El propietario la configura primero.',
    setUp: 'Configurar',
    setUpOf: (title: string) => `Configurar ${title}`,
    clientOf: (title: string) => `Cliente de OAuth para ${title}`,
    client: 'Cliente de OAuth',
    connectAnother: 'Conectar otra cuenta',
    goOn: 'Continuar',

    state: 'Estado',
    pill: {
      none: 'Sin conectar',
      connected: 'Conectada',
      needs_reauth: 'Reconectar',
      error: 'Rechazada',
      disconnected: 'Desconectada',
      sandbox: 'Simulada',
      resting: 'En pausa',
    },
    well: 'La última llamada funcionó.',
    unused: 'Aún sin llamadas.',
    simulated: 'Cuenta de pruebas, sin llamadas ni dinero reales.',
    testMoney: 'Cuenta de prueba, sin dinero real.',
    lastFailed: (reason: string) => `La última llamada falló. ${reason}`,
    resting: (reason: string) =>
      `Las llamadas fallaban una y otra vez, así que están en pausa y se reintentan solas. ${reason}`,
    refused: (reason: string) => `${reason} Copia de nuevo la clave del proveedor y reemplázala aquí.`,
    reauth: (reason: string) => `${reason} Vuelve a conectar la cuenta.`,

    details: 'Detalles',
    account: 'Cuenta',
    kindOfAccount: 'Modo',
    kinds: { live: 'Cuenta real', test: 'Cuenta de prueba', sandbox: 'Cuenta simulada' },
    scopes: 'Permisos',
    connectedAt: 'Conectada',
    lastCall: 'Última llamada',
    never: 'Nunca',
    renewed: 'El token caduca',

    connect: 'Conectar',
    connectReal: 'Conectar cuenta real',
    connectRealTo: (title: string) => `Conectar cuenta real: ${title}`,
    reconnect: 'Reconectar',
    reconnectTo: (title: string) => `Reconectar ${title}`,
    connectTo: (title: string) => `Conectar ${title}`,
    connectDeveloper: 'Cuenta de desarrollador',
    connectDeveloperTo: (title: string) => `Conectar una cuenta de desarrollador de ${title}`,
    useSandbox: 'Usar entorno de pruebas',
    sandboxFor: (title: string) => `Usar el entorno de pruebas para ${title}`,
    sandboxUsed: 'Entorno de pruebas conectado.',
    connected: (title: string, account: string) => `${title}: conectado${account === '' ? '' : ` (${account})`}.`,
    formText: 'La clave se prueba antes de guardarla. Se guarda cifrada y no se vuelve a mostrar.',
    replaceText: 'La clave nueva se prueba antes de reemplazar la anterior. La URL del webhook no cambia.',
    missing: 'Obligatorio',
    optional: (label: string) => `${label} (opcional)`,
    submitConnect: 'Probar y conectar',
    submitReplace: 'Probar y reemplazar',

    actionsOf: (title: string) => `Acciones de ${title}`,
    replace: 'Reemplazar clave',
    replaceTitle: (title: string) => `Reemplazar la clave de ${title}`,
    test: 'Probar conexión',
    testSucceeded: (milliseconds: number) => `Conectado: respondió en ${counted(milliseconds)} ms.`,
    testAccount: (account: string) => `Cuenta: ${account}`,
    testFailed: 'La prueba falló',
    disconnect: 'Desconectar',
    disconnectTitle: (title: string) => `¿Desconectar ${title}?`,
    disconnectText:
      'Sus credenciales se eliminan ahora, y se detienen los pagos, mensajes o correos que pasan por ella. Los registros anteriores se conservan.',
    disconnectPayments:
      'Primero se cancelan las sesiones de pago abiertas. Los pedidos de Razorpay no se pueden cancelar, por eso la clave se conserva hasta una semana para ver pagos tardíos.',
    keep: 'Conservar conexión',
    disconnected: (title: string) => `${title}: desconectado.`,
    disconnectedOpen: (title: string, n: number) =>
      n === 1
        ? `${title}: desconectado. Se está cancelando 1 sesión de pago abierta.`
        : `${title}: desconectado. Se están cancelando ${counted(n)} sesiones de pago abiertas.`,

    webhook: 'Webhook',
    webhookAddress: 'URL del webhook',
    webhookReady: 'Los eventos llegan al momento. No tienes que hacer nada.',
    webhookWaiting: 'Foyer está registrando su webhook.',
    webhookByHand: {
      stripe:
        'Agrega esta URL en Stripe → Developers → Webhooks, selecciona todos los eventos de checkout, payment, charge y dispute, y guarda el secreto de firma con “Reemplazar clave”.',
      razorpay:
        'Agrega esta URL en Razorpay → Account & settings → Webhooks con un secreto propio y todos los eventos de payment, order, refund y dispute, y guarda el secreto con “Reemplazar clave”.',
      twilio:
        'Pon esta URL en la consola de Twilio, como POST: como Voice request URL de la TwiML app y del número, y como su status callback.',
      whatsapp:
        'Agrega esta URL en Meta for Developers → tu app → WhatsApp → Configuration con el token de verificación que escribiste aquí, y suscríbete a “messages” y “message_template_status_update”.',
    },
    webhookMeanwhile: {
      twilio: 'Hasta entonces no se pueden hacer ni recibir llamadas.',
      stripe: 'Hasta entonces, los pagos aparecen unos minutos tarde.',
      razorpay: 'Hasta entonces, los pagos aparecen unos minutos tarde.',
      whatsapp: 'Hasta entonces no llega ningún mensaje.',
    },

    calls: 'Llamadas de API',
    callsText: 'Las últimas 1000 llamadas de API (30 días). No se guardan los cuerpos de solicitudes ni respuestas.',
    callsFailed: 'No se pudieron cargar las llamadas de API',
    noCalls: 'Aún no hay llamadas',
    noCallsText: 'Prueba la conexión para ver una llamada aquí.',
    operation: 'Operación',
    requestId: 'Id. de solicitud',
    response: 'Respuesta',
    request: 'Solicitud',
    when: 'Hora',
    outcomes: {
      ok: 'Correcta',
      refused: 'Rechazada',
      rate_limited: 'Límite superado',
      failed: 'Fallida',
      cut: 'Interrumpida',
      timed_out: 'Tiempo agotado',
      no_answer: 'Sin respuesta',
    },
    answered: (status: number) => `respondió ${status}`,
    attempts: (n: number) => (n === 1 ? '1 intento' : `${counted(n)} intentos`),
    took: (milliseconds: number) => `${counted(milliseconds)} ms`,
  },
  'connections/connections/sentences#audit': {
    'connect-provider': {
      done: 'conectó una cuenta o reemplazó su clave',
      tried: 'intentó conectar una cuenta o reemplazar su clave',
    },
    'connect-sandbox': { done: 'conectó una cuenta simulada', tried: 'intentó conectar una cuenta simulada' },
    'integration-callback': { done: 'conectó una cuenta con OAuth', tried: 'intentó conectar una cuenta con OAuth' },
    'integration-disconnect': { done: 'desconectó una cuenta', tried: 'intentó desconectar una cuenta' },
    'integration-init-oauth': {
      done: 'empezó a conectar una cuenta con OAuth',
      tried: 'intentó conectar una cuenta con OAuth',
    },
    'integration-refresh': {
      done: 'renovó el token de una conexión',
      tried: 'intentó renovar el token de una conexión',
    },
    'remove-oauth-client': {
      done: 'eliminó el cliente de OAuth de un servicio',
      tried: 'intentó eliminar el cliente de OAuth de un servicio',
    },
    'save-oauth-client': {
      done: 'guardó un cliente de OAuth para un servicio',
      tried: 'intentó guardar un cliente de OAuth para un servicio',
    },
    'integration-test': { done: 'probó una conexión', tried: 'intentó probar una conexión' },
  },
  'connections/connections/sentences': {
    failed: (provider: string) => `La conexión con ${provider} necesita atención`,
    modelGone: (provider: string, model: string) => `${provider} ya no tiene el modelo ${model}`,
    modelGoneText: (setting: string) =>
      `No se genera nada con él. Pon un modelo actual en ${setting} y reinicia Foyer, o pregunta al administrador del sistema. El trabajo en cola continúa en un plazo de seis horas, o de inmediato si lo reintentas.`,
    numberUnconnected: (number: string) => `El número de WhatsApp ${number} no está conectado`,
    numberUnconnectedText: (n: number) =>
      n === 1
        ? 'Hay 1 mensaje en espera. Conecta el número para leerlo.'
        : `Hay ${counted(n)} mensajes en espera. Conecta el número para leerlos.`,
  },
  'connections/connections/module': {
    connections: 'Conexiones',
    connectionsLead: 'Conecta los servicios que usas.',
  },
}
