import { type Language, languageOf } from '#shapes/languages.ts'

/** What a document itself says beside its text, and its emails, in the language of the document. */
interface Words {
  readonly signatures: string
  readonly date: string
  readonly pageWords: string
  readonly verify: string
  readonly askSubject: string
  readonly askTitle: string
  readonly askSays: string
  readonly askEnds: string
  readonly askButton: string
  readonly remindSubject: string
  readonly codeSubject: string
  readonly codeTitle: string
  readonly codeSays: string
  readonly codeEnds: string
  readonly doneSubject: string
  readonly doneTitle: string
  readonly doneSays: string
  readonly doneAttached: string
  readonly doneLinked: string
  readonly doneDownload: string
  readonly doneButton: string
  readonly orCopy: string
  /** Under a link that signs, that downloads, and under one that is open to all. */
  readonly footers: Readonly<Record<'signs' | 'downloads' | 'verifies', string>>
}

const words: Readonly<Record<Language, Words>> = {
  en: {
    signatures: 'Signatures',
    date: 'Date',
    pageWords: 'Page {page} of {pages}',
    verify: 'Verify this document: {url}',
    askSubject: '{sender} asks you to sign: {title}',
    askTitle: 'Please sign: {title}',
    askSays: '{sender} sent you a document to read and sign.',
    askEnds: 'You can sign until {day}.',
    askButton: 'Read and sign',
    remindSubject: 'Reminder: {title} is not signed yet',
    codeSubject: 'Your code for: {title}',
    codeTitle: 'Your code is {code}',
    codeSays: 'Enter it on the page of the document “{title}”.',
    codeEnds: 'It holds for ten minutes. If you did not ask for it, ignore this email.',
    doneSubject: 'Signed by all: {title}',
    doneTitle: 'All have signed: {title}',
    doneSays: 'The document is signed by all and sealed.',
    doneAttached: 'The sealed document and its certificate are attached. Keep both.',
    doneLinked:
      'The document is too large for an email. Download it and its certificate by {day}, and keep both: then this link ends, and you can ask {sender} for them.',
    doneDownload: 'Download the document',
    doneButton: 'Verify the document',
    orCopy: 'Or copy this address into your browser:',
    footers: {
      signs: 'Sent for {sender}. The link is for you alone: a person who has it can sign in your name.',
      downloads: 'Sent for {sender}. The link is for you alone: a person who has it can read the document.',
      verifies: 'Sent for {sender}.',
    },
  },
  de: {
    signatures: 'Unterschriften',
    date: 'Datum',
    pageWords: 'Seite {page} von {pages}',
    verify: 'Dokument prüfen: {url}',
    askSubject: '{sender} bittet um Ihre Unterschrift: {title}',
    askTitle: 'Bitte unterschreiben: {title}',
    askSays: '{sender} hat Ihnen ein Dokument zum Lesen und Unterschreiben gesendet.',
    askEnds: 'Sie können bis {day} unterschreiben.',
    askButton: 'Lesen und unterschreiben',
    remindSubject: 'Erinnerung: {title} ist noch nicht unterschrieben',
    codeSubject: 'Ihr Code für: {title}',
    codeTitle: 'Ihr Code lautet {code}',
    codeSays: 'Geben Sie ihn auf der Seite des Dokuments „{title}“ ein.',
    codeEnds: 'Er gilt zehn Minuten. Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail.',
    doneSubject: 'Von allen unterschrieben: {title}',
    doneTitle: 'Alle haben unterschrieben: {title}',
    doneSays: 'Das Dokument ist von allen unterschrieben und versiegelt.',
    doneAttached: 'Das versiegelte Dokument und sein Zertifikat sind angehängt. Bewahren Sie beide auf.',
    doneLinked:
      'Das Dokument ist zu groß für eine E-Mail. Laden Sie es und sein Zertifikat bis zum {day} herunter und bewahren Sie beide auf: Dann endet dieser Link, und Sie können {sender} danach fragen.',
    doneDownload: 'Dokument herunterladen',
    doneButton: 'Dokument prüfen',
    orCopy: 'Oder kopieren Sie diese Adresse in Ihren Browser:',
    footers: {
      signs: 'Gesendet für {sender}. Der Link ist nur für Sie: Wer ihn hat, kann in Ihrem Namen unterschreiben.',
      downloads: 'Gesendet für {sender}. Der Link ist nur für Sie: Wer ihn hat, kann das Dokument lesen.',
      verifies: 'Gesendet für {sender}.',
    },
  },
  fr: {
    signatures: 'Signatures',
    date: 'Date',
    pageWords: 'Page {page} sur {pages}',
    verify: 'Vérifier ce document : {url}',
    askSubject: '{sender} vous demande de signer : {title}',
    askTitle: 'À signer : {title}',
    askSays: '{sender} vous a envoyé un document à lire et à signer.',
    askEnds: 'Vous pouvez signer jusqu’au {day}.',
    askButton: 'Lire et signer',
    remindSubject: 'Rappel : {title} n’est pas encore signé',
    codeSubject: 'Votre code pour : {title}',
    codeTitle: 'Votre code est {code}',
    codeSays: 'Saisissez-le sur la page du document « {title} ».',
    codeEnds: 'Il est valable dix minutes. Si vous ne l’avez pas demandé, ignorez cet e-mail.',
    doneSubject: 'Signé par tous : {title}',
    doneTitle: 'Tous ont signé : {title}',
    doneSays: 'Le document est signé par tous et scellé.',
    doneAttached: 'Le document scellé et son certificat sont joints. Conservez les deux.',
    doneLinked:
      'Le document est trop volumineux pour un e-mail. Téléchargez-le avec son certificat avant le {day} et conservez les deux : ensuite ce lien expire, et vous pourrez les demander à {sender}.',
    doneDownload: 'Télécharger le document',
    doneButton: 'Vérifier le document',
    orCopy: 'Ou copiez cette adresse dans votre navigateur :',
    footers: {
      signs: 'Envoyé pour {sender}. Le lien est pour vous seul : qui l’a peut signer en votre nom.',
      downloads: 'Envoyé pour {sender}. Le lien est pour vous seul : qui l’a peut lire le document.',
      verifies: 'Envoyé pour {sender}.',
    },
  },
  es: {
    signatures: 'Firmas',
    date: 'Fecha',
    pageWords: 'Página {page} de {pages}',
    verify: 'Verificar este documento: {url}',
    askSubject: '{sender} le pide su firma: {title}',
    askTitle: 'Por favor, firme: {title}',
    askSays: '{sender} le ha enviado un documento para leer y firmar.',
    askEnds: 'Puede firmar hasta el {day}.',
    askButton: 'Leer y firmar',
    remindSubject: 'Recordatorio: {title} aún no está firmado',
    codeSubject: 'Su código para: {title}',
    codeTitle: 'Su código es {code}',
    codeSays: 'Escríbalo en la página del documento «{title}».',
    codeEnds: 'Vale diez minutos. Si no lo ha pedido, ignore este correo.',
    doneSubject: 'Firmado por todos: {title}',
    doneTitle: 'Todos han firmado: {title}',
    doneSays: 'El documento está firmado por todos y sellado.',
    doneAttached: 'El documento sellado y su certificado van adjuntos. Guarde ambos.',
    doneLinked:
      'El documento es demasiado grande para un correo. Descárguelo con su certificado antes del {day} y conserve ambos: después este enlace termina y puede pedírselos a {sender}.',
    doneDownload: 'Descargar el documento',
    doneButton: 'Verificar el documento',
    orCopy: 'O copie esta dirección en su navegador:',
    footers: {
      signs: 'Enviado para {sender}. El enlace es solo para usted: quien lo tenga puede firmar en su nombre.',
      downloads: 'Enviado para {sender}. El enlace es solo para usted: quien lo tenga puede leer el documento.',
      verifies: 'Enviado para {sender}.',
    },
  },
  pt: {
    signatures: 'Assinaturas',
    date: 'Data',
    pageWords: 'Página {page} de {pages}',
    verify: 'Verificar este documento: {url}',
    askSubject: '{sender} pede a sua assinatura: {title}',
    askTitle: 'Assine, por favor: {title}',
    askSays: '{sender} enviou-lhe um documento para ler e assinar.',
    askEnds: 'Pode assinar até {day}.',
    askButton: 'Ler e assinar',
    remindSubject: 'Lembrete: {title} ainda não está assinado',
    codeSubject: 'O seu código para: {title}',
    codeTitle: 'O seu código é {code}',
    codeSays: 'Introduza-o na página do documento «{title}».',
    codeEnds: 'É válido durante dez minutos. Se não o pediu, ignore este e-mail.',
    doneSubject: 'Assinado por todos: {title}',
    doneTitle: 'Todos assinaram: {title}',
    doneSays: 'O documento está assinado por todos e selado.',
    doneAttached: 'O documento selado e o seu certificado estão em anexo. Guarde ambos.',
    doneLinked:
      'O documento é grande demais para um e-mail. Descarregue-o com o certificado até {day} e guarde ambos: depois este link termina, e pode pedi-los a {sender}.',
    doneDownload: 'Descarregar o documento',
    doneButton: 'Verificar o documento',
    orCopy: 'Ou copie este endereço para o seu navegador:',
    footers: {
      signs: 'Enviado por {sender}. O link é só para si: quem o tiver pode assinar em seu nome.',
      downloads: 'Enviado por {sender}. O link é só para si: quem o tiver pode ler o documento.',
      verifies: 'Enviado por {sender}.',
    },
  },
  hi: {
    signatures: 'हस्ताक्षर',
    date: 'दिनांक',
    pageWords: 'पृष्ठ {page} / {pages}',
    verify: 'इस दस्तावेज़ की जाँच करें: {url}',
    askSubject: '{sender} आपसे हस्ताक्षर चाहते हैं: {title}',
    askTitle: 'कृपया हस्ताक्षर करें: {title}',
    askSays: '{sender} ने आपको पढ़ने और हस्ताक्षर करने के लिए एक दस्तावेज़ भेजा है।',
    askEnds: 'आप {day} तक हस्ताक्षर कर सकते हैं।',
    askButton: 'पढ़ें और हस्ताक्षर करें',
    remindSubject: 'अनुस्मारक: {title} पर अभी हस्ताक्षर नहीं हुए',
    codeSubject: 'आपका कोड: {title}',
    codeTitle: 'आपका कोड {code} है',
    codeSays: 'इसे दस्तावेज़ “{title}” के पृष्ठ पर डालें।',
    codeEnds: 'यह दस मिनट तक मान्य है। यदि आपने इसे नहीं माँगा, तो इस ईमेल को अनदेखा करें।',
    doneSubject: 'सभी ने हस्ताक्षर किए: {title}',
    doneTitle: 'सभी ने हस्ताक्षर किए: {title}',
    doneSays: 'दस्तावेज़ पर सभी ने हस्ताक्षर किए हैं और उसे मुहरबंद किया गया है।',
    doneAttached: 'मुहरबंद दस्तावेज़ और उसका प्रमाणपत्र संलग्न हैं। दोनों संभालकर रखें।',
    doneLinked:
      'दस्तावेज़ ईमेल के लिए बहुत बड़ा है। इसे और इसका प्रमाणपत्र {day} तक डाउनलोड करके सँभालें: उसके बाद यह लिंक बंद हो जाएगा, और आप {sender} से माँग सकते हैं।',
    doneDownload: 'दस्तावेज़ डाउनलोड करें',
    doneButton: 'दस्तावेज़ की जाँच करें',
    orCopy: 'या यह पता अपने ब्राउज़र में डालें:',
    footers: {
      signs: '{sender} की ओर से भेजा गया। यह लिंक केवल आपके लिए है: जिसके पास यह है, वह आपके नाम से हस्ताक्षर कर सकता है।',
      downloads: '{sender} की ओर से भेजा गया। यह लिंक केवल आपके लिए है: जिसके पास यह है, वह दस्तावेज़ पढ़ सकता है।',
      verifies: '{sender} की ओर से भेजा गया।',
    },
  },
}

export const signingWords = (locale: string): Words => words[languageOf(locale)]
