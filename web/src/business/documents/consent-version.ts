/** Of the words at the tick of one's own signature (`readAndSign`), as the evidence names them. */
export const consentVersion = 'electronic-signature-1'
