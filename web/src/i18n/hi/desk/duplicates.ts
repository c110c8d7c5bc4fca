/** Hindi of web/src/desk/duplicates. */
export default {
  'desk/duplicates/duplicates-link': {
    possible: (n: number, count: string) => (n === 1 ? 'एक संभावित डुप्लिकेट' : `${count} संभावित डुप्लिकेट`),
  },
  'desk/duplicates/module': {
    duplicates: 'डुप्लिकेट',
    duplicatesAbout: 'ऐसे संपर्क जो शायद एक ही व्यक्ति हैं।',
  },
  'desk/duplicates/sentences': {
    'dismiss-duplicate': {
      done: 'ने दो संपर्कों को अलग-अलग बताया',
      tried: 'ने दो संपर्कों को अलग-अलग बताने की कोशिश की',
    },
  },
  'desk/duplicates/strings': {
    title: 'डुप्लिकेट',
    back: 'संपर्क',
    about: 'ऐसे संपर्क जो शायद एक ही व्यक्ति हैं। आप न करें तो कुछ मर्ज नहीं होता, और मर्ज को आप पलट सकते हैं।',
    loadFailed: 'डुप्लिकेट लोड नहीं हो सके',
    emptyTitle: 'कोई डुप्लिकेट नहीं',
    emptyText: 'जिन संपर्कों का मेलबॉक्स, नंबर, या एक ही कंपनी में नाम एक जैसा हो, वे यहाँ दिखते हैं।',
    reasons: {
      mailbox: 'एक ही मेलबॉक्स',
      phone: 'एक ही नंबर',
      name_company: 'एक ही नाम और कंपनी',
      name_domain: 'एक ही नाम और ईमेल डोमेन',
    },
    pair: (one: string, other: string) => `${one} और ${other}`,
    unnamed: 'बिना नाम का',
    email: 'ईमेल',
    phone: 'फ़ोन',
    company: 'कंपनी',
    jobTitle: 'पद',
    added: 'जोड़ा गया',
    none: '–',
    keep: 'इसे रखें',
    keepNamed: (name: string) => `इसे रखें: ${name}`,
    notSame: 'दोनों अलग हैं',
    merged: (name: string) => `संपर्क ${name} में मर्ज हो गए।`,
    dismissed: 'ये दोनों फिर नहीं सुझाए जाएँगे।',
    failed: 'बदलाव सेव नहीं हो सका',
    keys: '1 और 2 उस संपर्क को रखते हैं, N बताता है कि दोनों अलग हैं।',
  },
}
