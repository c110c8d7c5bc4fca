/** Spanish of what services are for, by the English text of the service. */
export default {
  'server/providers/abouts': {
    'Answers and writes drafts when Gemini and OpenAI are unavailable, or when a Claude model is chosen.':
      'Responde y escribe borradores cuando Gemini y OpenAI no están disponibles, o cuando se elige un modelo Claude.',
    'Finds people at work, and their addresses for credits.':
      'Encuentra personas en empresas y, a cambio de créditos, sus direcciones.',
    'Designs, their files, and brand templates.': 'Diseños, sus archivos y plantillas de marca.',
    'Answers with models of your own, on any server that speaks chat completions: vLLM, Ollama, llama.cpp, LM Studio.':
      'Responde con tus propios modelos, en cualquier servidor que hable chat completions: vLLM, Ollama, llama.cpp, LM Studio.',
    'Writes requirements documents and enriches companies.':
      'Escribe documentos de requisitos y completa los datos de empresas.',
    'Email and calendars of your team, Google Docs as templates, rows in Google Sheets, and the reviews of your business.':
      'Correo y calendarios de tu equipo, Google Docs como plantillas, filas en Google Sheets y las reseñas de tu negocio.',
    'Contacts, companies and deals.': 'Contactos, empresas y negocios.',
    'Email and calendars of your team at any server that speaks IMAP, SMTP and CalDAV.':
      'Correo y calendarios de tu equipo en cualquier servidor que hable IMAP, SMTP y CalDAV.',
    'Leads of ads on Facebook and Instagram.': 'Leads de anuncios en Facebook e Instagram.',
    'Writes drafts when Gemini is unavailable. The operator can set any compatible server (OPENAI_API_BASE).':
      'Escribe borradores cuando Gemini no está disponible. El operador puede fijar cualquier servidor compatible (OPENAI_API_BASE).',
    'People, organizations and deals.': 'Personas, organizaciones y negocios.',
    'Collects payments in Indian rupees.': 'Cobra pagos en rupias indias.',
    'Sends email over an HTTP API.': 'Envía correo mediante una API HTTP.',
    'Contacts, accounts and opportunities.': 'Contactos, cuentas y oportunidades.',
    'Sends email through any mail server.': 'Envía correo a través de cualquier servidor de correo.',
    'Collects payments in every currency except the Indian rupee.': 'Cobra pagos en todas las monedas excepto la rupia india.',
    'Inbound and outbound phone calls in the browser.': 'Llamadas entrantes y salientes en el navegador.',
    'Chat with customers on your WhatsApp Business number.': 'Conversa con clientes desde tu número de WhatsApp Business.',
    'Contacts, accounts and deals.': 'Contactos, cuentas y negocios.',
    'Tables of your team: add a row when something happens here.':
      'Tablas de tu equipo: agrega una fila cuando ocurra algo aquí.',
    'Tasks of your team: add one when something happens here.': 'Tareas de tu equipo: agrega una cuando ocurra algo aquí.',
    'Issues in Jira: create one when something happens here.': 'Incidencias en Jira: crea una cuando ocurra algo aquí.',
    'Files of your team.': 'Archivos de tu equipo.',
    'Repositories: open an issue when something happens here.': 'Repositorios: abre una incidencia cuando ocurra algo aquí.',
    'Issues of your team: create one when something happens here.':
      'Incidencias de tu equipo: crea una cuando ocurra algo aquí.',
    'Pages and databases of your team: add a page when something happens here.':
      'Páginas y bases de datos de tu equipo: agrega una página cuando ocurra algo aquí.',
    'The books of your company at Intuit.': 'La contabilidad de tu empresa en Intuit.',
    'Customers and orders of your shop.': 'Clientes y pedidos de tu tienda.',
    'Accounts of others at Stripe, for platforms. For payments of your own, connect Stripe with a key.':
      'Cuentas de otros en Stripe, para plataformas. Para tus propios pagos, conecta Stripe con una clave.',
    'The books of your company at Xero.': 'La contabilidad de tu empresa en Xero.',
    'Envelopes of your company at DocuSign.': 'Sobres de tu empresa en DocuSign.',
    'Channels of your team: post a message when something happens here.':
      'Canales de tu equipo: publica un mensaje cuando ocurra algo aquí.',
    'The account of your team at Microsoft.': 'La cuenta de tu equipo en Microsoft.',
    'The account of your team at Zoom.': 'La cuenta de tu equipo en Zoom.',
    'The workspace of your team at Intercom.': 'El espacio de trabajo de tu equipo en Intercom.',
    'Event types and meetings at Calendly.': 'Tipos de evento y reuniones en Calendly.',
    'Your account at LinkedIn.': 'Tu cuenta de LinkedIn.',
    'Audiences and campaigns at Mailchimp.': 'Audiencias y campañas en Mailchimp.',
    'Forms and their answers.': 'Formularios y sus respuestas.',
  },
}
