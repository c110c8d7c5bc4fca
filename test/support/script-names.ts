/** A name in each of ten scripts, with what is hard in it: marks above and below, letters that join, an order from the right. */
export const scriptNames = {
  Latin: 'Łukasz Žižek-Østergård',
  Greek: 'Ευκλείδης Παπαδόπουλος',
  Cyrillic: 'Юлия Щербакова',
  Devanagari: 'मीरा शर्मा क्षत्रिय हिन्दी',
  Arabic: 'محمد عبد الله',
  Hebrew: 'דָּוִד כהן',
  Thai: 'สมชาย ใจดีน้ำ',
  Chinese: '王小明',
  Japanese: '山田太郎 がぎぐ',
  Korean: '김민수',
}
