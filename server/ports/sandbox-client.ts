/** What the simulators know Foyer by, where no client is configured. */
export const sandboxClient = { id: 'foyer.apps.googleusercontent.com', secret: 'GOCSPX-sandbox' }
