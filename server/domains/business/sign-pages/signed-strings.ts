import type { Language } from '#shapes/languages.ts'

/** What the page says on which a signed document is downloaded. Values in braces are put in. */
interface SignedStrings {
  says: string
  until: string
  endedTitle: string
  endedSays: string
  ask: string
}

export const signedStrings: Readonly<Record<Language, SignedStrings>> = {
  en: {
    says: 'All have signed, and the document is sealed.',
    until: 'You can download it here until {day}. After that, ask {sender} for it.',
    endedTitle: 'This link has ended',
    endedSays: 'The document could be downloaded here until {day}.',
    ask: 'Ask {sender} for the signed document. You can still verify a file that you have.',
  },
  de: {
    says: 'Alle haben unterschrieben, und das Dokument ist versiegelt.',
    until: 'Sie können es hier bis zum {day} herunterladen. Danach fragen Sie {sender} danach.',
    endedTitle: 'Dieser Link ist abgelaufen',
    endedSays: 'Das Dokument konnte hier bis zum {day} heruntergeladen werden.',
    ask: 'Fragen Sie {sender} nach dem unterschriebenen Dokument. Eine Datei, die Sie haben, können Sie weiterhin prüfen.',
  },
  fr: {
    says: 'Tous ont signé et le document est scellé.',
    until: 'Vous pouvez le télécharger ici jusqu’au {day}. Ensuite, demandez-le à {sender}.',
    endedTitle: 'Ce lien a expiré',
    endedSays: 'Le document pouvait être téléchargé ici jusqu’au {day}.',
    ask: 'Demandez le document signé à {sender}. Vous pouvez toujours vérifier un fichier que vous avez.',
  },
  es: {
    says: 'Todos han firmado y el documento está sellado.',
    until: 'Puede descargarlo aquí hasta el {day}. Después, pídaselo a {sender}.',
    endedTitle: 'Este enlace ha terminado',
    endedSays: 'El documento se podía descargar aquí hasta el {day}.',
    ask: 'Pida el documento firmado a {sender}. Todavía puede verificar un archivo que tenga.',
  },
  pt: {
    says: 'Todos assinaram e o documento está selado.',
    until: 'Pode descarregá-lo aqui até {day}. Depois, peça-o a {sender}.',
    endedTitle: 'Este link terminou',
    endedSays: 'O documento podia ser descarregado aqui até {day}.',
    ask: 'Peça o documento assinado a {sender}. Ainda pode verificar um ficheiro que tenha.',
  },
  hi: {
    says: 'सभी ने हस्ताक्षर कर दिए, और दस्तावेज़ मुहरबंद है।',
    until: 'आप इसे यहाँ {day} तक डाउनलोड कर सकते हैं। उसके बाद {sender} से माँगें।',
    endedTitle: 'यह लिंक समाप्त हो गया है',
    endedSays: 'दस्तावेज़ यहाँ {day} तक डाउनलोड किया जा सकता था।',
    ask: '{sender} से हस्ताक्षरित दस्तावेज़ माँगें। आपके पास जो फ़ाइल है, उसकी जाँच आप अब भी कर सकते हैं।',
  },
}
