/** Portuguese of what the fields of actions take and functions give, by the English description. */
export default {
  'server/fields/hints': {
    'This or `phone` is required': 'Isto ou `phone` é obrigatório',
    'International with +, or in the national format of the default country':
      'Internacional com +, ou no formato nacional do país padrão',
    'What they want': 'O que querem',
    'How they came, such as `phone`; default: `by-hand`': 'Como chegaram, como `phone`; senão `by-hand`',
    'A member of the workspace; without it the caller; null: without an owner':
      'Um membro do espaço; sem isso, quem chama; null: sem responsável',
    'They wait for a first answer: its clock begins': 'Esperam uma primeira resposta: o tempo começa',
    'Plain text; a mention is written as @ and a name': 'Texto simples; uma menção é escrita com @ e um nome',
    'Members who are mentioned: each is notified once': 'Membros mencionados: cada um é avisado uma vez',
    '`wait`: waiting for the other side': '`wait`: esperando o outro lado',
    'RFC 3339, such as 2026-11-21T10:00:00Z': 'RFC 3339, como 2026-11-21T10:00:00Z',
    'A member of the workspace; null: unassigned': 'Um membro do espaço; null: sem atribuição',
    'By id or slug; the default event type otherwise': 'Por ID ou nome curto; senão o tipo padrão',
    'ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone':
      'ISO 8601: com Z ou deslocamento vale o instante, senão a hora local do fuso',
    'For a start without an offset; default: your own': 'Para um início sem deslocamento; senão o seu',
    'Also a start that is not offered': 'Também um início que não é oferecido',
    'One of the hosts of the event type; default: by its rule': 'Um dos anfitriões do tipo; senão pela regra dele',
    'An existing contact; its name and email stand in for those that are left out':
      'Um contato existente; seu nome e e-mail substituem os que faltam',
    'Without one the client gets no email': 'Sem ele o cliente não recebe e-mail',
    'E.164, or in the national format of the workspace’s default country': 'E.164, ou no formato nacional do país padrão',
    'In which messages to the client name the time; default: that of the host':
      'No qual as mensagens ao cliente dizem a hora; senão o do anfitrião',
    'The language of the emails': 'O idioma dos e-mails',
    'To the questions of the event type, by their keys': 'Às perguntas do tipo, pelas chaves',
    '`acme.example`, or the URL of its website': '`acme.example`, ou a URL do site',
    'This, `email` or `phone` is required': 'Isto, `email` ou `phone` é obrigatório',
    'Default: that of the contact': 'Senão o do contato',
    'Default: where the contact works': 'Senão onde o contato trabalha',
    'Default: the default pipeline': 'Senão o funil padrão',
    'Default: the first stage. Behind it, the deal needs the fields that are required on the way there':
      'Senão a primeira etapa. Depois dela, o negócio precisa dos campos obrigatórios até lá',
    'Required with an amount': 'Obrigatório com um valor',
    'Fields of the deal, as `set-fields` takes them': 'Campos do negócio, como `set-fields` os recebe',
    'As shown on the invoice': 'Como aparece na fatura',
    'Where the invoice, reminders and the receipt go': 'Para onde vão a fatura, os lembretes e o recibo',
    'Lines of the postal address, tax number and so on': 'Linhas do endereço postal, número fiscal etc.',
    'VAT ID, GSTIN or another tax number of the client; checked where its form is known':
      'IVA, GSTIN ou outro número fiscal do cliente; verificado quando a forma é conhecida',
    'ISO 3166-1 alpha-2, such as DE': 'ISO 3166-1 alfa-2, como DE',
    'The client owes the tax: it says so on the invoice, and no line is taxed':
      'O cliente deve o imposto: a fatura diz isso, e nenhuma linha é tributada',
    'GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of':
      'Código GST do estado do fornecimento, como 29; 96: fora da Índia. Ele decide de quais impostos o imposto é feito',
    'The contact of the client': 'O contato do cliente',
    'ISO 4217 code, such as EUR': 'Código ISO 4217, como EUR',
    'The due date; it ends with its day in the time zone of the workspace':
      'A data de vencimento; termina com o dia no fuso horário do espaço de trabalho',
    'Shown below the lines': 'Mostrado abaixo das linhas',
    'Language of the document, its emails and its pay page': 'Idioma do documento, dos e-mails e da página de pagamento',
    'Language of the page and its emails': 'Idioma da página e dos e-mails',
    'Empty: none': 'Vazio: nenhum',
    'Markdown as in text templates: headings, lists, tables, **bold**, *italic*':
      'Markdown como nos modelos de texto: títulos, listas, tabelas, **negrito**, *itálico*',
    'As those of an invoice': 'Como as de uma fatura',
    'Within the proposal; made where it is left out': 'Dentro da proposta; criado se for omitido',
    '`optional`: the client ticks it; nothing is ticked beforehand': '`optional`: o cliente marca; nada vem marcado',
    'Where the link goes': 'Para onde vai o link',
    'How long a version can be accepted, from the day on which it is sent':
      'Por quanto tempo uma versão pode ser aceita, a partir do dia do envio',
    'What follows when it is accepted, once. A percentage is of the accepted total, with its taxes':
      'O que acontece uma vez ao ser aceita. Uma porcentagem é do total aceito, com impostos',
    'An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead':
      'Uma fatura ao cliente: parte do valor do negócio, ou um valor sem imposto. Se outro documento ou proposta do negócio já criou uma, uma tarefa diz isso',
    'The stage that the deal moves to': 'A etapa para a qual o negócio vai',
    'From the page before': 'Da página anterior',
    'The deal; or, where a conversation has none, its contact': 'O negócio; ou, se a conversa não tem, o contato',
    'Of a company': 'De uma empresa',
    'The deal': 'O negócio',
    'Keys with or without braces; a value is put in as it is, and never read again':
      'Chaves com ou sem colchetes; um valor entra como está, e nunca é lido de novo',
    'Of `list-templates`, or the id of a Google Doc that the workspace’s Google account may read':
      'De `list-templates`, ou o ID de um Google Doc que a conta Google do espaço pode ler',
    'Your own id; an API key or a workflow has none': 'O seu próprio ID; uma chave de API ou um fluxo não tem',
    'Those with the same number sign in any order, before those with a higher one':
      'Os de mesmo número assinam em qualquer ordem, antes dos de número maior',
    '`email`: six digits, sent to this address when the link is opened, before the document is shown. `whatsapp`: the same, to the number of the contact with this address':
      '`email`: seis dígitos enviados a este endereço ao abrir o link, antes de mostrar o documento. `whatsapp`: o mesmo, para o número do contato com este endereço',
    'Asked for before the document is shown: as it was, without it. `whatsapp`: to the number of the contact with this address':
      'Pedido antes de mostrar o documento: sem indicação, como antes. `whatsapp`: para o número do contato com este endereço',
    'Until when it can be signed; 365 days at most': 'Até quando pode ser assinado; no máximo 365 dias',
    'As the template or the workspace says, without it': 'Sem isso, como o modelo ou o espaço diz',
    'So many days after a signer was asked': 'Tantos dias depois de pedir a assinatura',
    'So many days before the deadline; `null`: not then': 'Tantos dias antes do prazo; `null`: não nessa hora',
    'Language of the pages, emails and certificate; English without one':
      'Idioma das páginas, e-mails e certificado; senão inglês',
    '`next_cursor` of the previous page': '`next_cursor` da página anterior',
    'Records per page': 'Registros por página',
    'Calls of one contact, by any of its merged records': 'Chamadas de um contato, por qualquer de seus registros mesclados',
    'Its own tasks, and those of its contacts and deals': 'Suas próprias tarefas e as de seus contatos e negócios',
    'Of the contacts and deals of a company': 'Dos contatos e negócios de uma empresa',
    'Of the contacts of a company': 'Dos contatos de uma empresa',
    'Only missed calls, or only the others': 'Só chamadas perdidas, ou só as outras',
    'Field to sort by, descending with a minus. A cursor holds for the order it was given in.':
      'Campo de ordenação, decrescente com um menos. Um cursor vale para a ordem em que foi dado',
    'The id of a member, or `nobody` for unassigned deals': 'O ID de um membro, ou `nobody` para negócios sem atribuição',
    'Deals of this contact, by any of its merged records; those in which it is a further one, too':
      'Negócios deste contato, por qualquer de seus registros mesclados; também aqueles em que é mais um',
    '`true`: those that wait for signatures; `false`: all others':
      '`true`: os que esperam assinaturas; `false`: todos os outros',
    'Of this kind of record alone': 'Só deste tipo de registro',
    'With those that are archived': 'Com os arquivados',
    '`overdue`: sent, unpaid and past the due date': '`overdue`: enviada, não paga e vencida',
    'A part of the title or of the file name': 'Uma parte do título ou do nome do arquivo',
    'The place of the first': 'O lugar do primeiro',
    'Word prefixes of name, email address, company or external_id; or digits of a phone number':
      'Inícios de palavras do nome, e-mail, empresa ou external_id; ou dígitos de um telefone',
    'Of this member; `me`: the caller’s own, of which an API key has none':
      'Deste membro; `me`: os próprios, que uma chave de API não tem',
    'Received at or after': 'Recebidos a partir de',
    'Received before': 'Recebidos antes de',
    'Leads and contacts: word prefixes, or digits of a phone number; then newest first. Others: a part of a name, address or number':
      'Leads e contatos: inícios de palavras ou dígitos de um telefone; depois os mais novos primeiro. Outros: uma parte de um nome, endereço ou número',
    'Key of a field, descending with a minus; left out: the list’s own order':
      'Chave de um campo, decrescente com um menos; se omitido, a ordem da lista',
    'Keys of fields; left out: the usual ones': 'Chaves de campos; se omitido, os usuais',
    'Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`':
      'Até hoje, pelo fuso e pela semana do espaço; `custom` vai de `from` a `to`',
    'The first day of `custom`': 'O primeiro dia de `custom`',
    'The last day of `custom`': 'O último dia de `custom`',
    'With `by`': 'Com `by`',
    'Which of the points, from 0': 'Qual dos pontos, a partir de 0',
    'Of the period before': 'Do período anterior',
    'Whether there is a reply at Google that was not rejected': 'Se há no Google uma resposta não rejeitada',
    'Those that are no longer at Google, in place of those that are': 'As que não estão mais no Google, em vez das que estão',
    '`next_cursor` of the column or of the previous page': '`next_cursor` da coluna ou da página anterior',
    'Those that are no longer in use': 'As que não são mais usadas',
    'This, `dealId`, `leadId` or `companyId`': 'Isto, `dealId`, `leadId` ou `companyId`',
    'Only entries of these kinds': 'Só entradas destes tipos',
    'Also count the entries of each kind': 'Contar também as entradas de cada tipo',
    'Told to the booker': 'Dito a quem reservou',
    'Needed without `hostId`; default: the time that it has': 'Necessário sem `hostId`; senão a hora que tem',
    'For a start without an offset': 'Para um início sem deslocamento',
    'The member who hosts it from now on': 'O membro que será o anfitrião a partir de agora',
    'Required for a lost stage': 'Obrigatório para uma etapa perdida',
    'Sets fields of the deal along with it, as `set-fields` does': 'Define junto campos do negócio, como `set-fields`',
    'Your own id of the message': 'O seu próprio ID da mensagem',
    '4,096 characters at most, in an email 50,000': 'No máximo 4.096 caracteres, em um e-mail 50.000',
    'For notes: members to notify, in addition to those mentioned with an @ name or address':
      'Para notas: membros a avisar, além dos mencionados com @',
    'A message of the conversation, quoted in the reply': 'Uma mensagem da conversa, citada na resposta',
    'The message whose channel and sender get the reply; default: the last inbound message':
      'A mensagem cujo canal e remetente recebem a resposta; senão a última recebida',
    'For an email: all whom it went to get the reply, too': 'Em um e-mail: todos os destinatários também recebem a resposta',
    'For an email: so long `cancel-email` takes it back': 'Em um e-mail: por esse tempo `cancel-email` o desfaz',
    'Files of `create-email-file`, 20 MB (20,971,520 bytes) in all':
      'Arquivos de `create-email-file`, 20 MB (20.971.520 bytes) no total',
    'One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once':
      'Um para cada um dos `values` do modelo, em ordem: cabeçalho (seu texto, a URL https do arquivo, ou latitude, longitude, lugar e endereço), depois os do texto, depois os dos botões. Numerados por número, nomeados por ordem de aparição; um código de acesso é dado uma vez',
    '4,096 bytes at most, as UTF-8; Google shows plain text': 'No máximo 4.096 bytes, em UTF-8; o Google mostra texto simples',
    'Required for a new tag': 'Obrigatório para uma tag nova',
    'The color. A new tag without one gets the color that the fewest tags have':
      'A cor. Uma tag nova sem cor recebe a menos usada',
    'An address or a list of them, with names or without; 20 recipients in all':
      'Um endereço ou uma lista, com ou sem nomes; 20 destinatários no total',
    'Plain text, with paragraphs by empty lines; this or `body` is required':
      'Texto simples, parágrafos separados por linhas vazias; isto ou `body` é obrigatório',
    'HTML, in place of `text`': 'HTML, em vez de `text`',
    'The sender: your own mailbox, or one of the team': 'O remetente: a sua caixa, ou uma da equipe',
    'The mail that it answers': 'O e-mail ao qual responde',
    'A draft of `save-email-draft` that this mail was: it is removed as the mail is stored, and is sent once':
      'Um rascunho de `save-email-draft` que era este e-mail: é removido ao ser guardado, e enviado uma vez',
    'Sends this or nothing: what was a draft when someone looked may be sent by now. Default: what its state asks for':
      'Envia isto ou nada: o que era um rascunho pode já ter sido enviado. Senão, o que o estado pede',
    'Send it although it lacks what `show-invoice` lists as `missing_details`':
      'Enviar embora falte o que `show-invoice` lista em `missing_details`',
    'E.164': 'E.164',
    'Required without `templateName`': 'Obrigatório sem `templateName`',
    'The first contact; null: none': 'O primeiro contato; null: nenhum',
    'The further contacts, all of them': 'Os demais contatos, todos',
    'The deal or the company': 'O negócio ou a empresa',
    'For a deal: industry, employees, website, address, logo, summary. For a company: industry, description, founded, employees':
      'Para um negócio: industry, employees, website, address, logo, summary. Para uma empresa: industry, description, founded, employees',
    'By key, as `set-fields` takes them': 'Por chave, como `set-fields` os recebe',
    'Records of this kind': 'Registros deste tipo',
    'For `snooze`: at most a year ahead': 'Para `snooze`: no máximo um ano à frente',
    'For `close`: the newest message that the caller has read': 'Para `close`: a mensagem mais nova lida',
    'A member of the workspace; null: without an owner': 'Um membro do espaço; null: sem responsável',
    'Required with the first amount': 'Obrigatório com o primeiro valor',
    'When it is expected to close; null removes it': 'Quando se espera fechar; null remove',
    'Per cent; null: that of its stage': 'Por cento; null: o da etapa',
    '`deal` is not among them: create a deal from the lead': '`deal` não está entre eles: crie um negócio a partir do lead',
    'Why it is not a fit; required then': 'Por que não serve; obrigatório nesse caso',
    'The reason; visible to staff, not to the client': 'O motivo; visível para a equipe, não para o cliente',
    'A key of `describe-list`; a field of the workspace’s own is `field.<key>`':
      'Uma chave de `describe-list`; um campo próprio do espaço é `field.<key>`',
    'Of `person`: the id of a member, `me` or `nobody`. Of `in_period`: a `ListPeriod`. Of `on`, `before`, `after`: YYYY-MM-DD. Of `…_days`: a number of days. Of `tags`: ids. Of `record`: its id. Of `money`: the smallest unit, with `currency`.':
      'De `person`: o ID de um membro, `me` ou `nobody`. De `in_period`: uma `ListPeriod`. De `on`, `before`, `after`: YYYY-MM-DD. De `…_days`: um número de dias. De `tags`: vários IDs. De `record`: o ID dele. De `money`: a menor unidade, com `currency`.',
    'Of `money`: ISO 4217': 'De `money`: ISO 4217',
    'HSN or SAC code, in India: 4, 6 or 8 digits for goods, 6 for services (99…)':
      'Código HSN ou SAC, na Índia: 4, 6 ou 8 dígitos para bens, 6 para serviços (99…)',
  },
  'server/fields/functions': {
    'The value, or another one where it is empty: null, or text without a letter.':
      'O valor, ou outro se estiver vazio: null, ou texto sem letras.',
    'Whether there is a value: not null, and not a text without a letter. What follows it in `&&` and `?:` knows so.':
      'Se há um valor: nem null nem texto sem letras. O que segue em `&&` e `?:` sabe disso.',
    'In small letters.': 'Em minúsculas.',
    'In capitals.': 'Em maiúsculas.',
    'Without spaces and line breaks at both ends.': 'Sem espaços e quebras de linha nas pontas.',
    'Whether a text has a part, to the letter.': 'Se um texto contém uma parte, letra por letra.',
    'Whether a text begins with a part.': 'Se um texto começa com uma parte.',
    'Whether a text ends with a part.': 'Se um texto termina com uma parte.',
    'Whether a regular expression (RE2) is found in a text. Write the pattern in quotes; `^` and `$` are the ends.':
      'Se uma expressão regular (RE2) aparece em um texto. O padrão fica entre aspas; `^` e `$` são as pontas.',
    'With each occurrence of a part replaced.': 'Com cada ocorrência de uma parte substituída.',
    'The pieces between separators.': 'Os pedaços entre separadores.',
    'The elements in one text, with a comma and a space between them, or with what you name. Empty ones are left out.':
      'Os elementos em um texto, com vírgula e espaço entre eles, ou com o que você indicar. Os vazios ficam de fora.',
    'A value as text: an instant in the zone and language of the workspace, an empty one as empty text.':
      'Um valor como texto: um momento no fuso e idioma do espaço; um vazio como texto vazio.',
    'The first name in a full name, without titles. Empty where there is none.':
      'O primeiro nome de um nome completo, sem títulos. Vazio se não houver.',
    'A telephone number in international form, read with the country of the workspace. Empty where it is none.':
      'Um telefone em formato internacional, lido com o país do espaço. Vazio se não for.',
    'For a part of an address of a page.': 'Para uma parte do endereço de uma página.',
    'A value as JSON.': 'Um valor como JSON.',
    'The number that a text is, written with a point. Empty where it is none.':
      'O número que um texto é, escrito com ponto. Vazio se não for.',
    'Rounded to so many digits behind the point, to none by default; halves go away from zero.':
      'Arredondado a tantas casas decimais, a nenhuma por padrão; metades se afastam de zero.',
    'The least of several numbers or instants, or of a list.': 'O menor de vários números ou momentos, ou de uma lista.',
    'The greatest of several numbers or instants, or of a list.': 'O maior de vários números ou momentos, ou de uma lista.',
    'All numbers of a list together.': 'Todos os números de uma lista juntos.',
    'An amount in the smallest unit of a currency, as people write it in the language of the workspace.':
      'Um valor na menor unidade de uma moeda, como se escreve no idioma do espaço.',
    'How many elements a list has, members an object, characters a text.':
      'Quantos elementos tem uma lista, membros um objeto, caracteres um texto.',
    'The first element; empty where there is none.': 'O primeiro elemento; vazio se não houver.',
    'The last element; empty where there is none.': 'O último elemento; vazio se não houver.',
    'The instant that a text says (RFC 3339). A day alone is its midnight in the zone of the workspace.':
      'O momento que um texto indica (RFC 3339). Um dia sozinho é a meia-noite no fuso do espaço.',
    'So many days: the time on the wall clock of the workspace stays the same.':
      'Tantos dias: a hora local do espaço continua a mesma.',
    'So many hours of elapsed time.': 'Tantas horas de tempo decorrido.',
    'So many minutes of elapsed time.': 'Tantos minutos de tempo decorrido.',
    'The day that a zone has then: of the workspace, or of one that you name.':
      'O dia que um fuso tem então: o do espaço, ou um que você indicar.',
    'The day of the week then: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` or `sun`.':
      'O dia da semana então: `mon`, `tue`, `wed`, `thu`, `fri`, `sat` ou `sun`.',
    'The hour on the clock then, 0 to 23.': 'A hora no relógio então, de 0 a 23.',
    'A time as text: `day`, `time`, `short`, `long`, or a pattern of y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss and a; words stand in quotes.':
      'Uma hora como texto: `day`, `time`, `short`, `long`, ou um padrão com y, MM, MMM, MMMM, d, dd, E, EEEE, HH, h, mm, ss e a; palavras ficam entre aspas.',
  },
}
