import { counted } from '#web/i18n/format.ts'
import type { DemoCount } from '#web/wire.ts'

/** Spanish of web/src/platform/organizations. */
export default {
  'platform/organizations/strings': {
    workspace: 'Espacio de trabajo',
    about: 'El nombre, el país predeterminado, la zona horaria y los límites de tu espacio de trabajo.',
    loadFailed: 'No se pudo cargar la configuración.',
    general: 'General',
    name: 'Nombre',
    nameMissing: 'Escribe un nombre.',
    saved: 'Configuración guardada.',
    onlyAdmins: 'Solo los propietarios y administradores pueden cambiar esta configuración.',
    country: 'País predeterminado',
    countryHint: 'Para números de teléfono sin prefijo de país.',
    countryNone: 'Ninguno: solo números con + y prefijo de país',
    zone: 'Zona horaria',
    zoneHint: 'Para vencimientos e informes, y para los miembros que no tienen una propia.',
    room: 'Dirección de las salas de video',
    roomHint: 'Para reuniones cuyo calendario no crea una sala: {id} se sustituye por el de cada sala.',
    roomExample: 'https://meet.example.com/{id}',
    roomWrong: 'Usa https:// y pon {id} en la ruta, por ejemplo https://meet.example.com/{id}.',
    noCountry: 'Ningún país',
    noSuchCountry: 'Ningún país coincide',
    limits: 'Límites',
    keyLimit: 'Límite de solicitudes por clave',
    keyLimitHint: 'Límite predeterminado por clave (solicitudes por minuto).',
    quota: 'Cuota mensual',
    quotaHint: 'Si se supera, los leads nuevos se rechazan hasta el mes siguiente. Los duplicados no cuentan.',
    quotaField: 'Leads nuevos por mes',
    thisMonth: 'Este mes',
    withoutQuota: (n: number) => `${counted(n)} ${n === 1 ? 'lead' : 'leads'}. No hay cuota definida.`,
    ofQuota: (n: number, quota: number, day: string) => `${counted(n)} de ${counted(quota)} leads. Se renueva el ${day}.`,
    quotaUsed: 'Cuota usada este mes',
    quotaFull:
      'Cuota alcanzada: los leads nuevos se rechazan. Auméntala y luego reprocésalos desde el registro de solicitudes.',
    demoTitle: 'Datos de demostración',
    demoHas:
      'Este espacio de trabajo tiene datos de demostración. Al borrarlos se conservan tus propios registros, y los negocios y conversaciones de demostración a los que agregaste tareas o mensajes.',
    demoNone:
      'Agrega unas semanas de trabajo inventado: unos sesenta leads, 12 negocios, 8 conversaciones, llamadas, tareas y 6 facturas. No se envía nada. Puedes borrarlo en cualquier momento.',
    demoLoad: 'Cargar datos de demostración',
    demoClear: 'Borrar datos de demostración',
    demoAdded: (n: DemoCount) =>
      `Agregados: ${counted(n.leads)} leads, ${counted(n.companies)} empresas, ${counted(n.deals)} negocios, ${counted(n.messages)} mensajes, ${counted(n.tasks)} tareas, ${counted(n.invoices)} facturas.`,
    demoRemoved: (n: DemoCount) =>
      `Borrados: ${counted(n.leads)} leads, ${counted(n.companies)} empresas, ${counted(n.deals)} negocios, ${counted(n.messages)} mensajes, ${counted(n.tasks)} tareas, ${counted(n.invoices)} facturas.`,
  },
  'platform/organizations/sentences': {
    'switch-organization': {
      done: 'cambió de espacio de trabajo',
      tried: 'intentó cambiar de espacio de trabajo',
    },
    'update-workspace': {
      done: 'cambió la configuración del espacio de trabajo',
      tried: 'intentó cambiar la configuración del espacio de trabajo',
    },
    'clear-demo': { done: 'borró los datos de demostración', tried: 'intentó borrar los datos de demostración' },
    'seed-demo': { done: 'cargó datos de demostración', tried: 'intentó cargar datos de demostración' },
  },
  'platform/organizations/module': {
    workspace: 'Espacio de trabajo',
    workspaceLead: 'Nombre, país predeterminado de los teléfonos, zona horaria y límites.',
  },
}
