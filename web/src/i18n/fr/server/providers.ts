/** French of what services are for, by the English text of the service. */
export default {
  'server/providers/abouts': {
    'Answers and writes drafts when Gemini and OpenAI are unavailable, or when a Claude model is chosen.':
      'Répond et rédige des brouillons quand Gemini et OpenAI sont indisponibles, ou quand un modèle Claude est choisi.',
    'Finds people at work, and their addresses for credits.':
      'Trouve des personnes en entreprise et, contre des crédits, leurs adresses.',
    'Designs, their files, and brand templates.': 'Des designs, leurs fichiers et des modèles de marque.',
    'Answers with models of your own, on any server that speaks chat completions: vLLM, Ollama, llama.cpp, LM Studio.':
      'Répond avec vos propres modèles, sur tout serveur qui parle chat completions : vLLM, Ollama, llama.cpp, LM Studio.',
    'Writes requirements documents and enriches companies.': 'Rédige des cahiers des charges et enrichit les entreprises.',
    'Email and calendars of your team, Google Docs as templates, rows in Google Sheets, and the reviews of your business.':
      'Les e-mails et agendas de votre équipe, Google Docs comme modèles, des lignes dans Google Sheets et les avis sur votre entreprise.',
    'Contacts, companies and deals.': 'Contacts, entreprises et affaires.',
    'Email and calendars of your team at any server that speaks IMAP, SMTP and CalDAV.':
      'Les e-mails et agendas de votre équipe sur tout serveur qui parle IMAP, SMTP et CalDAV.',
    'Leads of ads on Facebook and Instagram.': 'Les leads des publicités sur Facebook et Instagram.',
    'Writes drafts when Gemini is unavailable. The operator can set any compatible server (OPENAI_API_BASE).':
      'Rédige des brouillons quand Gemini est indisponible. L’exploitant peut définir tout serveur compatible (OPENAI_API_BASE).',
    'People, organizations and deals.': 'Personnes, organisations et affaires.',
    'Collects payments in Indian rupees.': 'Encaisse les paiements en roupies indiennes.',
    'Sends email over an HTTP API.': 'Envoie des e-mails par une API HTTP.',
    'Contacts, accounts and opportunities.': 'Contacts, comptes et opportunités.',
    'Sends email through any mail server.': 'Envoie des e-mails par n’importe quel serveur de messagerie.',
    'Collects payments in every currency except the Indian rupee.':
      'Encaisse les paiements dans toutes les devises sauf la roupie indienne.',
    'Inbound and outbound phone calls in the browser.': 'Appels téléphoniques entrants et sortants dans le navigateur.',
    'Chat with customers on your WhatsApp Business number.': 'Discutez avec vos clients depuis votre numéro WhatsApp Business.',
    'Contacts, accounts and deals.': 'Contacts, comptes et affaires.',
    'Tables of your team: add a row when something happens here.':
      'Les tables de votre équipe : ajoutez une ligne quand il se passe quelque chose ici.',
    'Tasks of your team: add one when something happens here.':
      'Les tâches de votre équipe : ajoutez-en une quand il se passe quelque chose ici.',
    'Issues in Jira: create one when something happens here.':
      'Les tickets dans Jira : créez-en un quand il se passe quelque chose ici.',
    'Files of your team.': 'Les fichiers de votre équipe.',
    'Repositories: open an issue when something happens here.':
      'Dépôts : ouvrez un ticket quand il se passe quelque chose ici.',
    'Issues of your team: create one when something happens here.':
      'Les tickets de votre équipe : créez-en un quand il se passe quelque chose ici.',
    'Pages and databases of your team: add a page when something happens here.':
      'Les pages et bases de données de votre équipe : ajoutez une page quand il se passe quelque chose ici.',
    'The books of your company at Intuit.': 'La comptabilité de votre entreprise chez Intuit.',
    'Customers and orders of your shop.': 'Les clients et commandes de votre boutique.',
    'Accounts of others at Stripe, for platforms. For payments of your own, connect Stripe with a key.':
      'Les comptes d’autres personnes chez Stripe, pour les plateformes. Pour vos propres paiements, connectez Stripe avec une clé.',
    'The books of your company at Xero.': 'La comptabilité de votre entreprise chez Xero.',
    'Envelopes of your company at DocuSign.': 'Les enveloppes de votre entreprise chez DocuSign.',
    'Channels of your team: post a message when something happens here.':
      'Les canaux de votre équipe : publiez un message quand il se passe quelque chose ici.',
    'The account of your team at Microsoft.': 'Le compte de votre équipe chez Microsoft.',
    'The account of your team at Zoom.': 'Le compte de votre équipe chez Zoom.',
    'The workspace of your team at Intercom.': 'L’espace de travail de votre équipe chez Intercom.',
    'Event types and meetings at Calendly.': 'Les types d’événements et rendez-vous chez Calendly.',
    'Your account at LinkedIn.': 'Votre compte LinkedIn.',
    'Audiences and campaigns at Mailchimp.': 'Les audiences et campagnes chez Mailchimp.',
    'Forms and their answers.': 'Des formulaires et leurs réponses.',
  },
}
