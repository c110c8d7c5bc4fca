/** Spanish of why a sync with a CRM waits or ended, and what it could not take, write or undo, by the English sentence. */
export default {
  'server/syncs/reasons': {
    'The CRM was disconnected.': 'El CRM se desconectó.',
    'A person cancelled it.': 'Una persona la canceló.',
    'It gives the same page again and again.': 'Entrega la misma página una y otra vez.',
    'It gives pages without anything new and without end.': 'Entrega páginas sin nada nuevo y sin fin.',
    'It gives empty pages without end.': 'Entrega páginas vacías sin fin.',
    'It goes round the same pages again and again.': 'Da vueltas a las mismas páginas una y otra vez.',
    'It made no progress.': 'No hubo avances.',
    'It makes no progress; the worker may be down.': 'No avanza; puede que el proceso de trabajo esté parado.',
    'Something went wrong on this server; its log has the details.':
      'Algo falló en este servidor; su registro tiene los detalles.',
    '<1> limits requests.': '<1> limita las solicitudes.',
    '<1> no longer accepts the connection. Connect it again.': '<1> ya no acepta la conexión. Conéctelo de nuevo.',
    '<1> Connect <2> again.': '<1> Conecte <2> de nuevo.',
    '<1> Allow it in <2>, or connect <3> with more permissions, then try again.':
      '<1> Permítalo en <2>, o conecte <3> con más permisos, y vuelva a intentarlo.',
    '<1> The permission <2> is missing. Allow it in <3>, or connect <4> with more permissions, then try again.':
      '<1> Falta el permiso <2>. Permítalo en <3>, o conecte <4> con más permisos, y vuelva a intentarlo.',
    '<1>: <2>': '<1>: <2>',
    'The value is longer than 4,000 characters; its beginning was kept.':
      'El valor supera los 4.000 caracteres; se conservó su comienzo.',
    'The custom values of this record are longer than 64 KB; some were left out.':
      'Los valores propios de este registro superan los 64 KB; algunos se omitieron.',
    'This is not an email address.': 'Esto no es una dirección de correo.',
    'This is not a phone number.': 'Esto no es un número de teléfono.',
    'This is not a company domain.': 'Esto no es el dominio de una empresa.',
    'This is not a web address.': 'Esto no es una dirección web.',
    'This is not an amount.': 'Esto no es un importe.',
    'The amount is negative; it was left out.': 'El importe es negativo; se omitió.',
    'This is not a currency code, and the workspace has no currency of its own.':
      'Esto no es un código de moneda, y el espacio de trabajo no tiene moneda propia.',
    'Another contact has this email address.': 'Otro contacto tiene esta dirección de correo.',
    'Another contact has this number.': 'Otro contacto tiene este número.',
    'Another record here has its identity and could not be matched; read it again with the next sync.':
      'Otro registro de aquí tiene su identidad y no se pudo relacionar; la próxima sincronización lo lee de nuevo.',
    'It was changed here after the sync.': 'Se cambió aquí después de la sincronización.',
    'A member pinned a value of it after the sync, or a message proved it.':
      'Un miembro fijó un valor suyo después de la sincronización, o un mensaje lo confirmó.',
    'It is used here: by a deal, a message, a document or another record, or has notes, files, tags or fields of its own.':
      'Se usa aquí: en un negocio, un mensaje, un documento u otro registro, o tiene notas, archivos, etiquetas o campos propios.',
    'Another sync knows it, too.': 'Otra sincronización también lo conoce.',
    'The value of before cannot be put back: another record has it now, or it no longer fits.':
      'El valor anterior no se puede restaurar: ahora lo tiene otro registro, o ya no encaja.',
    '<1> did not say whether it wrote the record.': '<1> no dijo si escribió el registro.',
    '<1> did not say whether it made the record.': '<1> no dijo si creó el registro.',
    '<1> no longer has this record.': '<1> ya no tiene este registro.',
    '<1> has no such field.': '<1> no tiene ese campo.',
    '<1> has no such stage.': '<1> no tiene esa etapa.',
    '<1> does not take a value for this field.': '<1> no acepta ningún valor para este campo.',
    '<1> does not let this field be empty.': '<1> no deja este campo vacío.',
    '<1> takes no such value for a field of type <2>.': '<1> no acepta ese valor para un campo de tipo <2>.',
    '<1> has no field <2> that can be written.': '<1> no tiene ningún campo <2> que se pueda escribir.',
    'The value for <1> is no number.': 'El valor de <1> no es un número.',
    'The record has no id.': 'El registro no tiene id.',
    'The record has no ID.': 'El registro no tiene ID.',
    'The record has no id that can be read.': 'El registro no tiene un id legible.',
    'The record has no modification time.': 'El registro no tiene fecha de modificación.',
    'The modification time cannot be read.': 'La fecha de modificación no se puede leer.',
    'The record has no properties.': 'El registro no tiene propiedades.',
    'The value of <1> is not text.': 'El valor de <1> no es texto.',
    'The contacts of the record cannot be read.': 'Los contactos del registro no se pueden leer.',
    'The record is larger than 32 MB.': 'El registro supera los 32 MB.',
    'The record is longer than 32 MB.': 'El registro ocupa más de 32 MB.',
    'The record kept changing while it was read.': 'El registro no dejó de cambiar mientras se leía.',
  },
}
