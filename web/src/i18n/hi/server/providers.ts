/** Hindi of what services are for, by the English text of the service. */
export default {
  'server/providers/abouts': {
    'Answers and writes drafts when Gemini and OpenAI are unavailable, or when a Claude model is chosen.':
      'जब Gemini और OpenAI उपलब्ध न हों, या Claude का मॉडल चुना गया हो, तब जवाब देता है और ड्राफ़्ट लिखता है।',
    'Finds people at work, and their addresses for credits.': 'कंपनियों में काम करने वाले लोग ढूँढता है, और क्रेडिट के बदले उनके पते।',
    'Designs, their files, and brand templates.': 'डिज़ाइन, उनकी फ़ाइलें और ब्रांड टेम्पलेट।',
    'Answers with models of your own, on any server that speaks chat completions: vLLM, Ollama, llama.cpp, LM Studio.':
      'आपके अपने मॉडलों से जवाब देता है, chat completions समझने वाले किसी भी सर्वर पर: vLLM, Ollama, llama.cpp, LM Studio।',
    'Writes requirements documents and enriches companies.': 'आवश्यकताओं के दस्तावेज़ लिखता है और कंपनियों की जानकारी पूरी करता है।',
    'Email and calendars of your team, Google Docs as templates, rows in Google Sheets, and the reviews of your business.':
      'आपकी टीम के ईमेल और कैलेंडर, टेम्पलेट के रूप में Google Docs, Google Sheets में पंक्तियाँ, और आपके व्यवसाय की समीक्षाएँ।',
    'Contacts, companies and deals.': 'संपर्क, कंपनियाँ और डील।',
    'Email and calendars of your team at any server that speaks IMAP, SMTP and CalDAV.':
      'IMAP, SMTP और CalDAV समझने वाले किसी भी सर्वर पर आपकी टीम के ईमेल और कैलेंडर।',
    'Leads of ads on Facebook and Instagram.': 'Facebook और Instagram के विज्ञापनों से आने वाले लीड।',
    'Writes drafts when Gemini is unavailable. The operator can set any compatible server (OPENAI_API_BASE).':
      'जब Gemini उपलब्ध न हो तब ड्राफ़्ट लिखता है। संचालक कोई भी संगत सर्वर सेट कर सकता है (OPENAI_API_BASE)।',
    'People, organizations and deals.': 'लोग, संगठन और डील।',
    'Collects payments in Indian rupees.': 'भारतीय रुपये में भुगतान लेता है।',
    'Sends email over an HTTP API.': 'HTTP API के ज़रिए ईमेल भेजता है।',
    'Contacts, accounts and opportunities.': 'संपर्क, खाते और अवसर।',
    'Sends email through any mail server.': 'किसी भी मेल सर्वर से ईमेल भेजता है।',
    'Collects payments in every currency except the Indian rupee.': 'भारतीय रुपये को छोड़कर हर करेंसी में भुगतान लेता है।',
    'Inbound and outbound phone calls in the browser.': 'ब्राउज़र में आने और जाने वाली फ़ोन कॉल।',
    'Chat with customers on your WhatsApp Business number.': 'अपने WhatsApp Business नंबर पर ग्राहकों से बातचीत करें।',
    'Contacts, accounts and deals.': 'संपर्क, खाते और डील।',
    'Tables of your team: add a row when something happens here.': 'आपकी टीम की टेबल: यहाँ कुछ होने पर एक पंक्ति जोड़ें।',
    'Tasks of your team: add one when something happens here.': 'आपकी टीम के काम: यहाँ कुछ होने पर एक काम जोड़ें।',
    'Issues in Jira: create one when something happens here.': 'Jira के इश्यू: यहाँ कुछ होने पर एक इश्यू बनाएँ।',
    'Files of your team.': 'आपकी टीम की फ़ाइलें।',
    'Repositories: open an issue when something happens here.': 'रिपॉज़िटरी: यहाँ कुछ होने पर एक इश्यू खोलें।',
    'Issues of your team: create one when something happens here.': 'आपकी टीम के इश्यू: यहाँ कुछ होने पर एक इश्यू बनाएँ।',
    'Pages and databases of your team: add a page when something happens here.':
      'आपकी टीम के पेज और डेटाबेस: यहाँ कुछ होने पर एक पेज जोड़ें।',
    'The books of your company at Intuit.': 'Intuit पर आपकी कंपनी का बहीखाता।',
    'Customers and orders of your shop.': 'आपकी दुकान के ग्राहक और ऑर्डर।',
    'Accounts of others at Stripe, for platforms. For payments of your own, connect Stripe with a key.':
      'Stripe पर दूसरों के खाते, प्लैटफ़ॉर्म के लिए। अपने भुगतानों के लिए Stripe को कुंजी से जोड़ें।',
    'The books of your company at Xero.': 'Xero पर आपकी कंपनी का बहीखाता।',
    'Envelopes of your company at DocuSign.': 'DocuSign पर आपकी कंपनी के लिफ़ाफ़े।',
    'Channels of your team: post a message when something happens here.': 'आपकी टीम के चैनल: यहाँ कुछ होने पर एक मैसेज पोस्ट करें।',
    'The account of your team at Microsoft.': 'Microsoft पर आपकी टीम का खाता।',
    'The account of your team at Zoom.': 'Zoom पर आपकी टीम का खाता।',
    'The workspace of your team at Intercom.': 'Intercom पर आपकी टीम का वर्कस्पेस।',
    'Event types and meetings at Calendly.': 'Calendly पर इवेंट के प्रकार और मीटिंग।',
    'Your account at LinkedIn.': 'LinkedIn पर आपका खाता।',
    'Audiences and campaigns at Mailchimp.': 'Mailchimp पर ऑडियंस और अभियान।',
    'Forms and their answers.': 'फ़ॉर्म और उनके जवाब।',
  },
}
