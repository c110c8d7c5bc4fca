/** Spanish of what the fields of actions take and functions give, by the English description. */
export default {
  'server/fields/hints': {
    'This or `phone` is required': 'Esto o `phone` es obligatorio',
    'International with +, or in the national format of the default country':
      'Internacional con +, o en el formato nacional del país predeterminado',
    'What they want': 'Lo que quieren',
    'How they came, such as `phone`; default: `by-hand`': 'Cómo llegaron, como `phone`; si no, `by-hand`',
    'A member of the workspace; without it the caller; null: without an owner':
      'Un miembro del espacio; si se omite, quien llama; null: sin responsable',
    'They wait for a first answer: its clock begins': 'Esperan una primera respuesta: empieza a contar',
    'Plain text; a mention is written as @ and a name': 'Texto sin formato; una mención se escribe con @ y un nombre',
    'Members who are mentioned: each is notified once': 'Miembros mencionados: se avisa a cada uno una vez',
    '`wait`: waiting for the other side': '`wait`: se espera a la otra parte',
    'RFC 3339, such as 2026-11-21T10:00:00Z': 'RFC 3339, como 2026-11-21T10:00:00Z',
    'A member of the workspace; null: unassigned': 'Un miembro del espacio; null: sin asignar',
    'By id or slug; the default event type otherwise': 'Por ID o nombre corto; si no, el tipo de cita predeterminado',
    'ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone':
      'ISO 8601: con Z o desfase cuenta el instante; si no, la hora local de la zona',
    'For a start without an offset; default: your own': 'Para un inicio sin desfase; si no, la suya',
    'Also a start that is not offered': 'También un inicio que no se ofrece',
    'One of the hosts of the event type; default: by its rule':
      'Uno de los anfitriones del tipo de cita; si no, según su regla',
    'An existing contact; its name and email stand in for those that are left out':
      'Un contacto existente; su nombre y correo sustituyen a los que faltan',
    'Without one the client gets no email': 'Sin ella el cliente no recibe correo',
    'E.164, or in the national format of the workspace’s default country':
      'E.164, o en el formato nacional del país predeterminado',
    'In which messages to the client name the time; default: that of the host':
      'En la que los mensajes al cliente dicen la hora; si no, la del anfitrión',
    'The language of the emails': 'El idioma de los correos',
    'To the questions of the event type, by their keys': 'A las preguntas del tipo de cita, por sus claves',
    '`acme.example`, or the URL of its website': '`acme.example`, o la URL de su sitio web',
    'This, `email` or `phone` is required': 'Esto, `email` o `phone` es obligatorio',
    'Default: that of the contact': 'Si no, el del contacto',
    'Default: where the contact works': 'Si no, donde trabaja el contacto',
    'Default: the default pipeline': 'Si no, el embudo predeterminado',
    'Default: the first stage. Behind it, the deal needs the fields that are required on the way there':
      'Si no, la primera etapa. Más allá, el negocio necesita los campos obligatorios hasta ahí',
    'Required with an amount': 'Obligatorio con un importe',
    'Fields of the deal, as `set-fields` takes them': 'Campos del negocio, como los toma `set-fields`',
    'As shown on the invoice': 'Como aparece en la factura',
    'Where the invoice, reminders and the receipt go': 'Adónde van la factura, los recordatorios y el recibo',
    'Lines of the postal address, tax number and so on': 'Líneas de la dirección postal, número fiscal, etc.',
    'VAT ID, GSTIN or another tax number of the client; checked where its form is known':
      'NIF-IVA, GSTIN u otro número fiscal del cliente; se comprueba si se conoce su forma',
    'ISO 3166-1 alpha-2, such as DE': 'ISO 3166-1 alfa-2, como DE',
    'The client owes the tax: it says so on the invoice, and no line is taxed':
      'El cliente debe el impuesto: así consta en la factura y ninguna línea lleva impuesto',
    'GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of':
      'Código GST del estado donde se presta, como 29; 96: fuera de India. Decide de qué impuestos se compone el impuesto',
    'The contact of the client': 'El contacto del cliente',
    'ISO 4217 code, such as EUR': 'Código ISO 4217, como EUR',
    'The due date; it ends with its day in the time zone of the workspace':
      'La fecha de vencimiento; acaba con su día en la zona horaria del espacio de trabajo',
    'Shown below the lines': 'Se muestra debajo de las líneas',
    'Language of the document, its emails and its pay page': 'Idioma del documento, sus correos y su página de pago',
    'Language of the page and its emails': 'Idioma de la página y sus correos',
    'Empty: none': 'Vacío: ninguno',
    'Markdown as in text templates: headings, lists, tables, **bold**, *italic*':
      'Markdown como en las plantillas de texto: títulos, listas, tablas, **negrita**, *cursiva*',
    'As those of an invoice': 'Como las de una factura',
    'Within the proposal; made where it is left out': 'Dentro de la propuesta; se crea si se omite',
    '`optional`: the client ticks it; nothing is ticked beforehand':
      '`optional`: el cliente lo marca; nada está marcado de antemano',
    'Where the link goes': 'Adónde va el enlace',
    'How long a version can be accepted, from the day on which it is sent':
      'Cuánto tiempo se puede aceptar una versión, desde el día del envío',
    'What follows when it is accepted, once. A percentage is of the accepted total, with its taxes':
      'Lo que sigue una vez al aceptarse. Un porcentaje es del total aceptado, con impuestos',
    'An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead':
      'Una factura al cliente: una parte del valor del negocio o un importe sin impuesto. Si otro documento o propuesta del negocio ya creó una, lo dice una tarea',
    'The stage that the deal moves to': 'La etapa a la que pasa el negocio',
    'From the page before': 'De la página anterior',
    'The deal; or, where a conversation has none, its contact': 'El negocio; o, si una conversación no tiene, su contacto',
    'Of a company': 'De una empresa',
    'The deal': 'El negocio',
    'Keys with or without braces; a value is put in as it is, and never read again':
      'Claves con o sin llaves; un valor se pone tal cual y no se vuelve a leer',
    'Of `list-templates`, or the id of a Google Doc that the workspace’s Google account may read':
      'De `list-templates`, o el ID de un Google Doc que la cuenta de Google del espacio puede leer',
    'Your own id; an API key or a workflow has none': 'Su propio ID; una clave de API o un flujo no tiene',
    'Those with the same number sign in any order, before those with a higher one':
      'Los del mismo número firman en cualquier orden, antes que los de número mayor',
    '`email`: six digits, sent to this address when the link is opened, before the document is shown. `whatsapp`: the same, to the number of the contact with this address':
      '`email`: seis cifras enviadas a esta dirección al abrir el enlace, antes de mostrar el documento. `whatsapp`: lo mismo, al número del contacto con esta dirección',
    'Asked for before the document is shown: as it was, without it. `whatsapp`: to the number of the contact with this address':
      'Se pide antes de mostrar el documento: sin indicarlo, como antes. `whatsapp`: al número del contacto con esta dirección',
    'Until when it can be signed; 365 days at most': 'Hasta cuándo se puede firmar; 365 días como máximo',
    'As the template or the workspace says, without it': 'Si se omite, según la plantilla o el espacio',
    'So many days after a signer was asked': 'Tantos días después de pedir la firma',
    'So many days before the deadline; `null`: not then': 'Tantos días antes del plazo; `null`: no entonces',
    'Language of the pages, emails and certificate; English without one':
      'Idioma de las páginas, correos y certificado; si no, inglés',
    '`next_cursor` of the previous page': '`next_cursor` de la página anterior',
    'Records per page': 'Registros por página',
    'Calls of one contact, by any of its merged records': 'Llamadas de un contacto, por cualquiera de sus registros fusionados',
    'Its own tasks, and those of its contacts and deals': 'Sus propias tareas y las de sus contactos y negocios',
    'Of the contacts and deals of a company': 'De los contactos y negocios de una empresa',
    'Of the contacts of a company': 'De los contactos de una empresa',
    'Only missed calls, or only the others': 'Solo llamadas perdidas, o solo las demás',
    'Field to sort by, descending with a minus. A cursor holds for the order it was given in.':
      'Campo por el que ordenar, descendente con un menos. Un cursor vale para el orden en que se dio',
    'The id of a member, or `nobody` for unassigned deals': 'El ID de un miembro, o `nobody` para negocios sin asignar',
    'Deals of this contact, by any of its merged records; those in which it is a further one, too':
      'Negocios de este contacto, por cualquiera de sus registros fusionados; también aquellos en los que es uno más',
    '`true`: those that wait for signatures; `false`: all others': '`true`: los que esperan firmas; `false`: todos los demás',
    'Of this kind of record alone': 'Solo de este tipo de registro',
    'With those that are archived': 'Con los archivados',
    '`overdue`: sent, unpaid and past the due date': '`overdue`: enviada, sin pagar y vencida',
    'A part of the title or of the file name': 'Una parte del título o del nombre del archivo',
    'The place of the first': 'El lugar del primero',
    'Word prefixes of name, email address, company or external_id; or digits of a phone number':
      'Comienzos de palabra del nombre, correo, empresa o external_id; o cifras de un teléfono',
    'Of this member; `me`: the caller’s own, of which an API key has none':
      'De este miembro; `me`: los propios, que una clave de API no tiene',
    'Received at or after': 'Recibidos desde',
    'Received before': 'Recibidos antes de',
    'Leads and contacts: word prefixes, or digits of a phone number; then newest first. Others: a part of a name, address or number':
      'Leads y contactos: comienzos de palabra o cifras de un teléfono; luego los más recientes primero. Otros: una parte de un nombre, dirección o número',
    'Key of a field, descending with a minus; left out: the list’s own order':
      'Clave de un campo, descendente con un menos; si se omite, el orden de la lista',
    'Keys of fields; left out: the usual ones': 'Claves de campos; si se omite, los habituales',
    'Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`':
      'Hasta hoy, según la zona horaria y la semana del espacio; `custom` va de `from` a `to`',
    'The first day of `custom`': 'El primer día de `custom`',
    'The last day of `custom`': 'El último día de `custom`',
    'With `by`': 'Con `by`',
    'Which of the points, from 0': 'Cuál de los puntos, desde 0',
    'Of the period before': 'Del período anterior',
    'Whether there is a reply at Google that was not rejected': 'Si en Google hay una respuesta no rechazada',
    'Those that are no longer at Google, in place of those that are':
      'Las que ya no están en Google, en lugar de las que están',
    '`next_cursor` of the column or of the previous page': '`next_cursor` de la columna o de la página anterior',
    'Those that are no longer in use': 'Las que ya no se usan',
    'This, `dealId`, `leadId` or `companyId`': 'Esto, `dealId`, `leadId` o `companyId`',
    'Only entries of these kinds': 'Solo entradas de estos tipos',
    'Also count the entries of each kind': 'Contar también las entradas de cada tipo',
    'Told to the booker': 'Se le dice a quien reservó',
    'Needed without `hostId`; default: the time that it has': 'Necesario sin `hostId`; si no, la hora que tiene',
    'For a start without an offset': 'Para un inicio sin desfase',
    'The member who hosts it from now on': 'El miembro que será el anfitrión desde ahora',
    'Required for a lost stage': 'Obligatorio para una etapa perdida',
    'Sets fields of the deal along with it, as `set-fields` does': 'Define a la vez campos del negocio, como `set-fields`',
    'Your own id of the message': 'Su propio ID del mensaje',
    '4,096 characters at most, in an email 50,000': '4.096 caracteres como máximo, en un correo 50.000',
    'For notes: members to notify, in addition to those mentioned with an @ name or address':
      'Para notas: miembros a avisar, además de los mencionados con @',
    'A message of the conversation, quoted in the reply': 'Un mensaje de la conversación, citado en la respuesta',
    'The message whose channel and sender get the reply; default: the last inbound message':
      'El mensaje cuyo canal y remitente reciben la respuesta; si no, el último recibido',
    'For an email: all whom it went to get the reply, too':
      'En un correo: también reciben la respuesta todos sus destinatarios',
    'For an email: so long `cancel-email` takes it back': 'En un correo: durante ese tiempo `cancel-email` lo retira',
    'Files of `create-email-file`, 20 MB (20,971,520 bytes) in all':
      'Archivos de `create-email-file`, 20 MB (20.971.520 bytes) en total',
    'One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once':
      'Uno por cada uno de los `values` de la plantilla, en orden: encabezado (su texto, la URL https de su archivo, o latitud, longitud, lugar y dirección), luego los del texto y los de los botones. Los numerados por número, los nombrados por orden de aparición; un código de acceso se da una vez',
    '4,096 bytes at most, as UTF-8; Google shows plain text':
      '4.096 bytes como máximo, en UTF-8; Google muestra texto sin formato',
    'Required for a new tag': 'Obligatorio para una etiqueta nueva',
    'The color. A new tag without one gets the color that the fewest tags have':
      'El color. Una etiqueta nueva sin color recibe el menos usado',
    'An address or a list of them, with names or without; 20 recipients in all':
      'Una dirección o una lista, con nombres o sin ellos; 20 destinatarios en total',
    'Plain text, with paragraphs by empty lines; this or `body` is required':
      'Texto sin formato, con párrafos separados por líneas vacías; esto o `body` es obligatorio',
    'HTML, in place of `text`': 'HTML, en lugar de `text`',
    'The sender: your own mailbox, or one of the team': 'El remitente: su buzón o uno del equipo',
    'The mail that it answers': 'El correo al que responde',
    'A draft of `save-email-draft` that this mail was: it is removed as the mail is stored, and is sent once':
      'Un borrador de `save-email-draft` que era este correo: se quita al guardarlo y se envía una vez',
    'Sends this or nothing: what was a draft when someone looked may be sent by now. Default: what its state asks for':
      'Envía esto o nada: lo que era un borrador puede haberse enviado ya. Si no, lo que pide su estado',
    'Send it although it lacks what `show-invoice` lists as `missing_details`':
      'Enviarla aunque falte lo que `show-invoice` indica en `missing_details`',
    'E.164': 'E.164',
    'Required without `templateName`': 'Obligatorio sin `templateName`',
    'The first contact; null: none': 'El primer contacto; null: ninguno',
    'The further contacts, all of them': 'Los demás contactos, todos',
    'The deal or the company': 'El negocio o la empresa',
    'For a deal: industry, employees, website, address, logo, summary. For a company: industry, description, founded, employees':
      'Para un negocio: industry, employees, website, address, logo, summary. Para una empresa: industry, description, founded, employees',
    'By key, as `set-fields` takes them': 'Por clave, como los toma `set-fields`',
    'Records of this kind': 'Registros de este tipo',
    'For `snooze`: at most a year ahead': 'Para `snooze`: como máximo un año',
    'For `close`: the newest message that the caller has read': 'Para `close`: el mensaje más reciente leído',
    'A member of the workspace; null: without an owner': 'Un miembro del espacio; null: sin responsable',
    'Required with the first amount': 'Obligatorio con el primer importe',
    'When it is expected to close; null removes it': 'Cuándo se espera el cierre; null lo quita',
    'Per cent; null: that of its stage': 'Por ciento; null: el de su etapa',
    '`deal` is not among them: create a deal from the lead': '`deal` no está entre ellos: cree un negocio a partir del lead',
    'Why it is not a fit; required then': 'Por qué no encaja; obligatorio entonces',
    'The reason; visible to staff, not to the client': 'El motivo; visible para el equipo, no para el cliente',
    'A key of `describe-list`; a field of the workspace’s own is `field.<key>`':
      'Una clave de `describe-list`; un campo propio del espacio es `field.<key>`',
    'Of `person`: the id of a member, `me` or `nobody`. Of `in_period`: a `ListPeriod`. Of `on`, `before`, `after`: YYYY-MM-DD. Of `…_days`: a number of days. Of `tags`: ids. Of `record`: its id. Of `money`: the smallest unit, with `currency`.':
      'De `person`: el ID de un miembro, `me` o `nobody`. De `in_period`: una `ListPeriod`. De `on`, `before`, `after`: YYYY-MM-DD. De `…_days`: un número de días. De `tags`: varios ID. De `record`: su ID. De `money`: la unidad menor, con `currency`.',
    'Of `money`: ISO 4217': 'De `money`: ISO 4217',
    'HSN or SAC code, in India: 4, 6 or 8 digits for goods, 6 for services (99…)':
      'Código HSN o SAC, en la India: 4, 6 u 8 cifras para bienes, 6 para servicios (99…)',
  },
  'server/fields/functions': {
    'The value, or another one where it is empty: null, or text without a letter.':
      'El valor, u otro si está vacío: null, o texto sin letras.',
    'Whether there is a value: not null, and not a text without a letter. What follows it in `&&` and `?:` knows so.':
      'Si hay un valor: ni null ni un texto sin letras. Lo que sigue en `&&` y `?:` lo sabe.',
    'In small letters.': 'En minúsculas.',
    'In capitals.': 'En mayúsculas.',
    'Without spaces and line breaks at both ends.': 'Sin espacios ni saltos de línea en los extremos.',
    'Whether a text has a part, to the letter.': 'Si un texto contiene una parte, letra por letra.',
    'Whether a text begins with a part.': 'Si un texto empieza con una parte.',
    'Whether a text ends with a part.': 'Si un texto termina con una parte.',
    'Whether a regular expression (RE2) is found in a text. Write the pattern in quotes; `^` and `$` are the ends.':
      'Si una expresión regular (RE2) aparece en un texto. El patrón va entre comillas; `^` y `$` son los extremos.',
    'With each occurrence of a part replaced.': 'Con cada aparición de una parte reemplazada.',
    'The pieces between separators.': 'Los trozos entre separadores.',
    'The elements in one text, with a comma and a space between them, or with what you name. Empty ones are left out.':
      'Los elementos en un texto, con coma y espacio entre ellos, o con lo que indique. Los vacíos se omiten.',
    'A value as text: an instant in the zone and language of the workspace, an empty one as empty text.':
      'Un valor como texto: un momento en la zona y el idioma del espacio; uno vacío, como texto vacío.',
    'The first name in a full name, without titles. Empty where there is none.':
      'El nombre de pila en un nombre completo, sin títulos. Vacío si no hay.',
    'A telephone number in international form, read with the country of the workspace. Empty where it is none.':
      'Un teléfono en formato internacional, leído con el país del espacio. Vacío si no lo es.',
    'For a part of an address of a page.': 'Para una parte de la dirección de una página.',
    'A value as JSON.': 'Un valor como JSON.',
    'The number that a text is, written with a point. Empty where it is none.':
      'El número que es un texto, escrito con punto. Vacío si no lo es.',
    'Rounded to so many digits behind the point, to none by default; halves go away from zero.':
      'Redondeado a tantos decimales, a ninguno si no se indica; las mitades se alejan de cero.',
    'The least of several numbers or instants, or of a list.': 'El menor de varios números o momentos, o de una lista.',
    'The greatest of several numbers or instants, or of a list.': 'El mayor de varios números o momentos, o de una lista.',
    'All numbers of a list together.': 'Todos los números de una lista juntos.',
    'An amount in the smallest unit of a currency, as people write it in the language of the workspace.':
      'Un importe en la unidad menor de una moneda, como se escribe en el idioma del espacio.',
    'How many elements a list has, members an object, characters a text.':
      'Cuántos elementos tiene una lista, miembros un objeto, caracteres un texto.',
    'The first element; empty where there is none.': 'El primer elemento; vacío si no hay.',
    'The last element; empty where there is none.': 'El último elemento; vacío si no hay.',
    'The instant that a text says (RFC 3339). A day alone is its midnight in the zone of the workspace.':
      'El momento que indica un texto (RFC 3339). Un día solo es su medianoche en la zona del espacio.',
    'So many days: the time on the wall clock of the workspace stays the same.':
      'Tantos días: la hora local del espacio sigue igual.',
    'So many hours of elapsed time.': 'Tantas horas de tiempo transcurrido.',
    'So many minutes of elapsed time.': 'Tantos minutos de tiempo transcurrido.',
    'The day that a zone has then: of the workspace, or of one that you name.':
      'El día que tiene entonces una zona: la del espacio, o la que indique.',
    'The day of the week then: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` or `sun`.':
      'El día de la semana entonces: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` o `sun`.',
    'The hour on the clock then, 0 to 23.': 'La hora en el reloj entonces, de 0 a 23.',
    'A time as text: `day`, `time`, `short`, `long`, or a pattern of y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss and a; words stand in quotes.':
      'Una hora como texto: `day`, `time`, `short`, `long`, o un patrón con y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss y a; las palabras van entre comillas.',
  },
}
