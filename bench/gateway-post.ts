/** Posts JSON to the gateway, and reads its answer whole. */
export const postGateway = async (port: number, token: string, body: string): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`http://127.0.0.1:${port}/gateway`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  })
  return { status: answer.status, text: await answer.text() }
}
