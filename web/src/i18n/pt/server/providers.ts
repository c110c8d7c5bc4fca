/** Portuguese of what services are for, by the English text of the service. */
export default {
  'server/providers/abouts': {
    'Answers and writes drafts when Gemini and OpenAI are unavailable, or when a Claude model is chosen.':
      'Responde e escreve rascunhos quando o Gemini e a OpenAI não estão disponíveis, ou quando um modelo Claude é escolhido.',
    'Finds people at work, and their addresses for credits.':
      'Encontra pessoas em empresas e, em troca de créditos, seus endereços.',
    'Designs, their files, and brand templates.': 'Designs, seus arquivos e modelos da marca.',
    'Answers with models of your own, on any server that speaks chat completions: vLLM, Ollama, llama.cpp, LM Studio.':
      'Responde com seus próprios modelos, em qualquer servidor que fale chat completions: vLLM, Ollama, llama.cpp, LM Studio.',
    'Writes requirements documents and enriches companies.':
      'Escreve documentos de requisitos e completa os dados de empresas.',
    'Email and calendars of your team, Google Docs as templates, rows in Google Sheets, and the reviews of your business.':
      'E-mails e agendas da sua equipe, Google Docs como modelos, linhas no Google Sheets e as avaliações da sua empresa.',
    'Contacts, companies and deals.': 'Contatos, empresas e negócios.',
    'Email and calendars of your team at any server that speaks IMAP, SMTP and CalDAV.':
      'E-mails e agendas da sua equipe em qualquer servidor que fale IMAP, SMTP e CalDAV.',
    'Leads of ads on Facebook and Instagram.': 'Leads de anúncios no Facebook e no Instagram.',
    'Writes drafts when Gemini is unavailable. The operator can set any compatible server (OPENAI_API_BASE).':
      'Escreve rascunhos quando o Gemini não está disponível. O operador pode definir qualquer servidor compatível (OPENAI_API_BASE).',
    'People, organizations and deals.': 'Pessoas, organizações e negócios.',
    'Collects payments in Indian rupees.': 'Recebe pagamentos em rupias indianas.',
    'Sends email over an HTTP API.': 'Envia e-mails por uma API HTTP.',
    'Contacts, accounts and opportunities.': 'Contatos, contas e oportunidades.',
    'Sends email through any mail server.': 'Envia e-mails por qualquer servidor de e-mail.',
    'Collects payments in every currency except the Indian rupee.':
      'Recebe pagamentos em todas as moedas, exceto a rupia indiana.',
    'Inbound and outbound phone calls in the browser.': 'Chamadas recebidas e feitas no navegador.',
    'Chat with customers on your WhatsApp Business number.': 'Converse com clientes pelo seu número do WhatsApp Business.',
    'Contacts, accounts and deals.': 'Contatos, contas e negócios.',
    'Tables of your team: add a row when something happens here.':
      'Tabelas da sua equipe: adicione uma linha quando algo acontecer aqui.',
    'Tasks of your team: add one when something happens here.':
      'Tarefas da sua equipe: adicione uma quando algo acontecer aqui.',
    'Issues in Jira: create one when something happens here.': 'Itens no Jira: crie um quando algo acontecer aqui.',
    'Files of your team.': 'Arquivos da sua equipe.',
    'Repositories: open an issue when something happens here.': 'Repositórios: abra uma issue quando algo acontecer aqui.',
    'Issues of your team: create one when something happens here.':
      'Issues da sua equipe: crie uma quando algo acontecer aqui.',
    'Pages and databases of your team: add a page when something happens here.':
      'Páginas e bancos de dados da sua equipe: adicione uma página quando algo acontecer aqui.',
    'The books of your company at Intuit.': 'A contabilidade da sua empresa na Intuit.',
    'Customers and orders of your shop.': 'Clientes e pedidos da sua loja.',
    'Accounts of others at Stripe, for platforms. For payments of your own, connect Stripe with a key.':
      'Contas de terceiros na Stripe, para plataformas. Para seus próprios pagamentos, conecte a Stripe com uma chave.',
    'The books of your company at Xero.': 'A contabilidade da sua empresa na Xero.',
    'Envelopes of your company at DocuSign.': 'Envelopes da sua empresa na DocuSign.',
    'Channels of your team: post a message when something happens here.':
      'Canais da sua equipe: publique uma mensagem quando algo acontecer aqui.',
    'The account of your team at Microsoft.': 'A conta da sua equipe na Microsoft.',
    'The account of your team at Zoom.': 'A conta da sua equipe no Zoom.',
    'The workspace of your team at Intercom.': 'O espaço de trabalho da sua equipe no Intercom.',
    'Event types and meetings at Calendly.': 'Tipos de evento e reuniões no Calendly.',
    'Your account at LinkedIn.': 'Sua conta no LinkedIn.',
    'Audiences and campaigns at Mailchimp.': 'Públicos e campanhas no Mailchimp.',
    'Forms and their answers.': 'Formulários e suas respostas.',
  },
}
