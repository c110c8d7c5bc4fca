import type { Language } from '#shapes/languages.ts'
import type { FileExamination } from '../documents/examining.ts'

/** What the page says of a closer look at a file. */
export interface LookStrings {
  title: string
  says: string
  /** Said before a file is chosen. `{command}` checks it without us. */
  larger: string
  /** Of a file that was chosen, where there is a script. */
  notSent: string
  file: string
  send: string
  intact: string
  intactSays: string
  intactBroken: string
  changed: string
  changedSeal: string
  appended: string
  appendedSays: string
  cut: string
  cutSays: string
  foreign: string
  foreignSays: string
  unreadable: string
  unreadableSays: string
  sealedBy: string
  sealedAt: string
  rely: string
  toDocument: string
  /** `{pages}` are their numbers. */
  where: Readonly<Record<NonNullable<FileExamination['where']>, string>>
  faults: Readonly<
    Record<'pdf_not_pdf' | 'pdf_too_large' | 'pdf_too_many_pages' | 'pdf_encrypted' | 'document_late' | 'none', string>
  >
}

const en: LookStrings = {
  title: 'A closer look',
  says: 'Send the file to see whether it was sealed here, and what was changed. It is looked at and not kept. PDFs of up to 25 MB and 500 pages.',
  larger: 'A file of more than 25 MB is looked at more closely only by a command, on a computer with Node.js: {command}',
  notSent: 'This file has more than 25 MB, so it is not sent.',
  file: 'PDF file to send',
  send: 'Send file',
  intact: 'This file was sealed here, and is unchanged.',
  intactSays:
    'It is no file of a document that is valid here now. It may be a nightly record, or its document was removed after its term.',
  intactBroken:
    'Its document does not hold here now: a stored file or the record of its signatures was changed. Ask the sender.',
  changed: 'This file was changed after it was sealed here.',
  changedSeal: 'The seal in this file does not hold.',
  appended: 'Something was added to this file after it was sealed here.',
  appendedSays: 'Added after the seal: {bytes} bytes. They can cover or replace what was sealed.',
  cut: 'This is a part, or an earlier state, of a file that was sealed here.',
  cutSays: 'Something was cut off at its end. Ask the sender for the whole file.',
  foreign: 'This file was not sealed here.',
  foreignSays: 'It has no seal, or one of another place. Nothing in it is confirmed here.',
  unreadable: 'This file cannot be read as a PDF.',
  unreadableSays: 'It is damaged, or was cut off. Ask the sender for the file again.',
  sealedBy: 'Certificate of the seal: {by}',
  sealedAt: 'Sealed: {at}',
  rely: 'Do not rely on this file. Ask the sender for the sealed file.',
  toDocument: 'Verify the document',
  where: {
    text: 'The text on these pages is not the one that was sealed: {pages}.',
    contents: 'The text is the one that was sealed. Pictures, fonts or other contents are not.',
    seal: 'It names a certificate that seals here, but its signature is another: it may never have been sealed here.',
    unknown: 'What was changed cannot be said.',
  },
  faults: {
    pdf_not_pdf: 'This file is not a PDF.',
    pdf_too_large: 'This PDF is too large: more than 25 MB, or it unpacks to more than a document has.',
    pdf_too_many_pages: 'This PDF has more than 500 pages.',
    pdf_encrypted: 'This PDF is protected by a password, so it cannot be looked at.',
    document_late: 'Looking at this file took too long. Try again in a moment.',
    none: 'No file was sent. Choose one and send it again.',
  },
}

const de: LookStrings = {
  title: 'Genauer prüfen',
  says: 'Senden Sie die Datei, um zu sehen, ob sie hier versiegelt und was an ihr verändert wurde. Sie wird geprüft und nicht aufbewahrt. PDFs bis 25 MB und 500 Seiten.',
  larger:
    'Eine Datei mit mehr als 25 MB lässt sich nur mit einem Befehl auf einem Computer mit Node.js genauer prüfen: {command}',
  notSent: 'Diese Datei hat mehr als 25 MB und wird deshalb nicht gesendet.',
  file: 'PDF-Datei zum Senden',
  send: 'Datei senden',
  intact: 'Diese Datei wurde hier versiegelt und ist unverändert.',
  intactSays:
    'Sie gehört zu keinem Dokument, das hier jetzt gültig ist. Sie kann ein nächtlicher Nachweis sein, oder ihr Dokument wurde nach seiner Frist entfernt.',
  intactBroken:
    'Ihr Dokument hält hier jetzt nicht stand: Eine gespeicherte Datei oder der Nachweis der Unterschriften wurde verändert. Fragen Sie den Absender.',
  changed: 'Diese Datei wurde verändert, nachdem sie hier versiegelt wurde.',
  changedSeal: 'Das Siegel in dieser Datei hält nicht.',
  appended: 'An diese Datei wurde etwas angehängt, nachdem sie hier versiegelt wurde.',
  appendedSays: 'Nach dem Siegel angehängt: {bytes} Bytes. Sie können verdecken oder ersetzen, was versiegelt wurde.',
  cut: 'Das ist ein Teil oder ein früherer Stand einer Datei, die hier versiegelt wurde.',
  cutSays: 'Am Ende wurde etwas abgeschnitten. Bitten Sie den Absender um die ganze Datei.',
  foreign: 'Diese Datei wurde nicht hier versiegelt.',
  foreignSays: 'Sie hat kein Siegel oder eines von anderswo. Nichts darin wird hier bestätigt.',
  unreadable: 'Diese Datei ist nicht als PDF lesbar.',
  unreadableSays: 'Sie ist beschädigt oder wurde abgeschnitten. Bitten Sie den Absender noch einmal um die Datei.',
  sealedBy: 'Zertifikat des Siegels: {by}',
  sealedAt: 'Versiegelt: {at}',
  rely: 'Verlassen Sie sich nicht auf diese Datei. Bitten Sie den Absender um die versiegelte Datei.',
  toDocument: 'Dokument prüfen',
  where: {
    text: 'Der Text auf diesen Seiten ist nicht der versiegelte: {pages}.',
    contents: 'Der Text ist der versiegelte. Bilder, Schriften oder andere Inhalte sind es nicht.',
    seal: 'Sie nennt ein Zertifikat, das hier versiegelt, aber ihre Signatur ist eine andere: Vielleicht wurde sie nie hier versiegelt.',
    unknown: 'Was verändert wurde, lässt sich nicht sagen.',
  },
  faults: {
    pdf_not_pdf: 'Diese Datei ist kein PDF.',
    pdf_too_large: 'Dieses PDF ist zu groß: mehr als 25 MB, oder es entpackt sich zu mehr, als ein Dokument hat.',
    pdf_too_many_pages: 'Dieses PDF hat mehr als 500 Seiten.',
    pdf_encrypted: 'Dieses PDF ist durch ein Passwort geschützt und kann nicht geprüft werden.',
    document_late: 'Die Prüfung dieser Datei hat zu lange gedauert. Versuchen Sie es gleich noch einmal.',
    none: 'Es wurde keine Datei gesendet. Wählen Sie eine und senden Sie sie noch einmal.',
  },
}

const fr: LookStrings = {
  title: 'Examen approfondi',
  says: 'Envoyez le fichier pour savoir s’il a été scellé ici et ce qui y a été modifié. Il est examiné et n’est pas conservé. PDF de 25 Mo et 500 pages au plus.',
  larger:
    'Un fichier de plus de 25 Mo ne s’examine de plus près que par une commande, sur un ordinateur avec Node.js : {command}',
  notSent: 'Ce fichier fait plus de 25 Mo : il n’est pas envoyé.',
  file: 'Fichier PDF à envoyer',
  send: 'Envoyer le fichier',
  intact: 'Ce fichier a été scellé ici et n’a pas été modifié.',
  intactSays:
    'Il n’appartient à aucun document valide ici à présent. C’est peut-être un relevé de nuit, ou son document a été supprimé après sa durée de conservation.',
  intactBroken:
    'Son document n’est pas valable ici à présent : un fichier enregistré ou le relevé des signatures a été modifié. Demandez à l’expéditeur.',
  changed: 'Ce fichier a été modifié après avoir été scellé ici.',
  changedSeal: 'Le sceau de ce fichier n’est pas valable.',
  appended: 'Quelque chose a été ajouté à ce fichier après qu’il a été scellé ici.',
  appendedSays: 'Ajouté après le sceau : {bytes} octets. Ils peuvent masquer ou remplacer ce qui a été scellé.',
  cut: 'C’est une partie, ou un état antérieur, d’un fichier scellé ici.',
  cutSays: 'La fin a été coupée. Demandez le fichier entier à l’expéditeur.',
  foreign: 'Ce fichier n’a pas été scellé ici.',
  foreignSays: 'Il n’a pas de sceau, ou celui d’un autre endroit. Rien de son contenu n’est confirmé ici.',
  unreadable: 'Ce fichier n’est pas lisible comme PDF.',
  unreadableSays: 'Il est endommagé ou a été coupé. Redemandez le fichier à l’expéditeur.',
  sealedBy: 'Certificat du sceau : {by}',
  sealedAt: 'Scellé : {at}',
  rely: 'Ne vous fiez pas à ce fichier. Demandez le fichier scellé à l’expéditeur.',
  toDocument: 'Vérifier le document',
  where: {
    text: 'Le texte de ces pages n’est pas celui qui a été scellé : {pages}.',
    contents: 'Le texte est celui qui a été scellé. Des images, des polices ou d’autres contenus ne le sont pas.',
    seal: 'Il nomme un certificat qui scelle ici, mais sa signature est différente : il n’a peut-être jamais été scellé ici.',
    unknown: 'On ne peut pas dire ce qui a été modifié.',
  },
  faults: {
    pdf_not_pdf: 'Ce fichier n’est pas un PDF.',
    pdf_too_large: 'Ce PDF est trop volumineux : plus de 25 Mo, ou il se décompresse en plus que n’en a un document.',
    pdf_too_many_pages: 'Ce PDF a plus de 500 pages.',
    pdf_encrypted: 'Ce PDF est protégé par un mot de passe et ne peut pas être examiné.',
    document_late: 'L’examen de ce fichier a pris trop de temps. Réessayez dans un instant.',
    none: 'Aucun fichier n’a été envoyé. Choisissez-en un et envoyez-le de nouveau.',
  },
}

const es: LookStrings = {
  title: 'Examen más detallado',
  says: 'Envíe el archivo para ver si se selló aquí y qué se cambió. Se examina y no se conserva. PDF de hasta 25 MB y 500 páginas.',
  larger: 'Un archivo de más de 25 MB solo se examina más de cerca con un comando, en un ordenador con Node.js: {command}',
  notSent: 'Este archivo tiene más de 25 MB, así que no se envía.',
  file: 'Archivo PDF para enviar',
  send: 'Enviar archivo',
  intact: 'Este archivo se selló aquí y no tiene cambios.',
  intactSays:
    'No es de ningún documento que sea válido aquí ahora. Puede ser un registro nocturno, o su documento se eliminó después de su plazo.',
  intactBroken:
    'Su documento no es válido aquí ahora: se cambió un archivo guardado o el registro de las firmas. Pregunte al remitente.',
  changed: 'Este archivo se cambió después de sellarse aquí.',
  changedSeal: 'El sello de este archivo no es válido.',
  appended: 'Se añadió algo a este archivo después de sellarse aquí.',
  appendedSays: 'Añadido después del sello: {bytes} bytes. Pueden tapar o reemplazar lo que se selló.',
  cut: 'Es una parte, o un estado anterior, de un archivo que se selló aquí.',
  cutSays: 'Le falta el final. Pida al remitente el archivo completo.',
  foreign: 'Este archivo no se selló aquí.',
  foreignSays: 'No tiene sello, o tiene uno de otro lugar. Nada de su contenido se confirma aquí.',
  unreadable: 'Este archivo no se puede leer como PDF.',
  unreadableSays: 'Está dañado o cortado. Pida el archivo otra vez al remitente.',
  sealedBy: 'Certificado del sello: {by}',
  sealedAt: 'Sellado: {at}',
  rely: 'No confíe en este archivo. Pida al remitente el archivo sellado.',
  toDocument: 'Verificar el documento',
  where: {
    text: 'El texto de estas páginas no es el que se selló: {pages}.',
    contents: 'El texto es el que se selló. Imágenes, fuentes u otros contenidos no lo son.',
    seal: 'Nombra un certificado que sella aquí, pero su firma es otra: puede que nunca se sellara aquí.',
    unknown: 'No se puede decir qué se cambió.',
  },
  faults: {
    pdf_not_pdf: 'Este archivo no es un PDF.',
    pdf_too_large: 'Este PDF es demasiado grande: más de 25 MB, o se descomprime en más de lo que tiene un documento.',
    pdf_too_many_pages: 'Este PDF tiene más de 500 páginas.',
    pdf_encrypted: 'Este PDF está protegido con contraseña y no se puede examinar.',
    document_late: 'El examen de este archivo tardó demasiado. Inténtelo de nuevo en un momento.',
    none: 'No se envió ningún archivo. Elija uno y envíelo de nuevo.',
  },
}

const pt: LookStrings = {
  title: 'Exame mais detalhado',
  says: 'Envie o ficheiro para ver se foi selado aqui e o que foi alterado. É examinado e não é guardado. PDF até 25 MB e 500 páginas.',
  larger: 'Um ficheiro com mais de 25 MB só se examina mais de perto com um comando, num computador com Node.js: {command}',
  notSent: 'Este ficheiro tem mais de 25 MB, por isso não é enviado.',
  file: 'Ficheiro PDF a enviar',
  send: 'Enviar ficheiro',
  intact: 'Este ficheiro foi selado aqui e está inalterado.',
  intactSays:
    'Não é de nenhum documento que seja válido aqui agora. Pode ser um registo noturno, ou o seu documento foi removido depois do prazo.',
  intactBroken:
    'O seu documento não é válido aqui agora: um ficheiro guardado ou o registo das assinaturas foi alterado. Pergunte ao remetente.',
  changed: 'Este ficheiro foi alterado depois de ter sido selado aqui.',
  changedSeal: 'O selo deste ficheiro não é válido.',
  appended: 'Algo foi acrescentado a este ficheiro depois de ter sido selado aqui.',
  appendedSays: 'Acrescentado depois do selo: {bytes} bytes. Podem tapar ou substituir o que foi selado.',
  cut: 'É uma parte, ou um estado anterior, de um ficheiro que foi selado aqui.',
  cutSays: 'Falta o fim. Peça ao remetente o ficheiro completo.',
  foreign: 'Este ficheiro não foi selado aqui.',
  foreignSays: 'Não tem selo, ou tem um de outro lugar. Nada do seu conteúdo é confirmado aqui.',
  unreadable: 'Este ficheiro não pode ser lido como PDF.',
  unreadableSays: 'Está danificado ou foi cortado. Peça de novo o ficheiro ao remetente.',
  sealedBy: 'Certificado do selo: {by}',
  sealedAt: 'Selado: {at}',
  rely: 'Não confie neste ficheiro. Peça ao remetente o ficheiro selado.',
  toDocument: 'Verificar o documento',
  where: {
    text: 'O texto destas páginas não é o que foi selado: {pages}.',
    contents: 'O texto é o que foi selado. Imagens, tipos de letra ou outros conteúdos não são.',
    seal: 'Indica um certificado que sela aqui, mas a assinatura é outra: pode nunca ter sido selado aqui.',
    unknown: 'Não se pode dizer o que foi alterado.',
  },
  faults: {
    pdf_not_pdf: 'Este ficheiro não é um PDF.',
    pdf_too_large: 'Este PDF é demasiado grande: mais de 25 MB, ou descomprime-se em mais do que um documento tem.',
    pdf_too_many_pages: 'Este PDF tem mais de 500 páginas.',
    pdf_encrypted: 'Este PDF está protegido por palavra-passe e não pode ser examinado.',
    document_late: 'O exame deste ficheiro demorou demasiado. Tente de novo dentro de momentos.',
    none: 'Nenhum ficheiro foi enviado. Escolha um e envie-o de novo.',
  },
}

const hi: LookStrings = {
  title: 'बारीकी से जाँच',
  says: 'फ़ाइल भेजें और देखें कि क्या वह यहाँ सील हुई थी, और क्या बदला गया। उसकी जाँच होती है, वह रखी नहीं जाती। 25 MB और 500 पृष्ठों तक के PDF।',
  larger: '25 MB से बड़ी फ़ाइल की बारीक जाँच केवल एक कमांड से होती है, Node.js वाले कंप्यूटर पर: {command}',
  notSent: 'यह फ़ाइल 25 MB से बड़ी है, इसलिए भेजी नहीं जाती।',
  file: 'भेजने के लिए PDF फ़ाइल',
  send: 'फ़ाइल भेजें',
  intact: 'यह फ़ाइल यहाँ सील हुई थी और बदली नहीं गई है।',
  intactSays:
    'यह किसी ऐसे दस्तावेज़ की नहीं है जो अभी यहाँ मान्य हो। यह रात का अभिलेख हो सकती है, या इसका दस्तावेज़ अवधि के बाद हटा दिया गया।',
  intactBroken: 'इसका दस्तावेज़ अभी यहाँ मान्य नहीं है: सहेजी गई कोई फ़ाइल या हस्ताक्षरों का अभिलेख बदला गया। भेजने वाले से पूछें।',
  changed: 'यहाँ सील होने के बाद यह फ़ाइल बदली गई।',
  changedSeal: 'इस फ़ाइल की सील मान्य नहीं है।',
  appended: 'यहाँ सील होने के बाद इस फ़ाइल में कुछ जोड़ा गया।',
  appendedSays: 'सील के बाद जोड़ा गया: {bytes} बाइट। ये सील की गई सामग्री को ढक या बदल सकते हैं।',
  cut: 'यह यहाँ सील हुई फ़ाइल का एक हिस्सा, या पहले की स्थिति है।',
  cutSays: 'अंत का हिस्सा कट गया है। भेजने वाले से पूरी फ़ाइल माँगें।',
  foreign: 'यह फ़ाइल यहाँ सील नहीं हुई थी।',
  foreignSays: 'इसमें कोई सील नहीं है, या किसी दूसरी जगह की है। इसकी किसी बात की यहाँ पुष्टि नहीं होती।',
  unreadable: 'यह फ़ाइल PDF के रूप में पढ़ी नहीं जा सकती।',
  unreadableSays: 'यह ख़राब है, या कट गई है। भेजने वाले से फ़ाइल फिर माँगें।',
  sealedBy: 'सील का प्रमाणपत्र: {by}',
  sealedAt: 'सील हुई: {at}',
  rely: 'इस फ़ाइल पर भरोसा न करें। भेजने वाले से सील की हुई फ़ाइल माँगें।',
  toDocument: 'दस्तावेज़ जाँचें',
  where: {
    text: 'इन पृष्ठों का पाठ वह नहीं है जो सील हुआ था: {pages}।',
    contents: 'पाठ वही है जो सील हुआ था। चित्र, फ़ॉन्ट या दूसरी सामग्री वही नहीं है।',
    seal: 'इसमें यहाँ सील करने वाले प्रमाणपत्र का नाम है, पर हस्ताक्षर दूसरा है: हो सकता है यह यहाँ कभी सील न हुई हो।',
    unknown: 'क्या बदला गया, यह नहीं कहा जा सकता।',
  },
  faults: {
    pdf_not_pdf: 'यह फ़ाइल PDF नहीं है।',
    pdf_too_large: 'यह PDF बहुत बड़ी है: 25 MB से ज़्यादा, या खुलने पर दस्तावेज़ से कहीं बड़ी।',
    pdf_too_many_pages: 'इस PDF में 500 से ज़्यादा पृष्ठ हैं।',
    pdf_encrypted: 'यह PDF पासवर्ड से सुरक्षित है, इसलिए जाँची नहीं जा सकती।',
    document_late: 'इस फ़ाइल की जाँच में बहुत समय लगा। थोड़ी देर में फिर कोशिश करें।',
    none: 'कोई फ़ाइल नहीं भेजी गई। एक चुनें और फिर भेजें।',
  },
}

export const lookStrings: Readonly<Record<Language, LookStrings>> = { en, de, fr, es, pt, hi }
