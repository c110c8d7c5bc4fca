import type { FastifyInstance } from 'fastify'
import { button, type Html, html, moment, page } from '../html.ts'
import type { World } from '../simulators.ts'
import type { Answers, Scripted, Talk } from './answers.ts'

const isPage = { config: { isPage: true } }

/** Where people and tests say what is answered: the page /desk, and /api/answers and /api/talks for programs. */
export const serveDesk = (app: FastifyInstance, world: World, answers: Answers, of: { slug: string; title: string }): void => {
  const here = `${world.base}/${of.slug}/desk`
  app.get('/desk', isPage, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(deskPage(world.base, here, of.title, answers)),
  )
  app.post('/desk', isPage, async (request, reply) => {
    const given = Object.entries((request.body ?? {}) as Record<string, unknown>)
    answers.lay(Object.fromEntries(given.filter(([, value]) => value !== '')))
    return reply.redirect(here, 303)
  })
  app.post('/desk/empty', isPage, async (_request, reply) => {
    answers.empty()
    return reply.redirect(here, 303)
  })
  app.post<{ Params: { id: string } }>('/desk/:id/remove', isPage, async (request, reply) => {
    answers.remove(request.params.id)
    return reply.redirect(here, 303)
  })

  app.get('/api/answers', isPage, async () => answers.list())
  app.post('/api/answers', isPage, async (request, reply) => reply.code(201).send(answers.lay(request.body)))
  app.delete('/api/answers', isPage, async (_request, reply) => {
    answers.empty()
    return reply.code(204).send()
  })
  app.get('/api/talks', isPage, async () => answers.talks())
}

const talksShown = 30

const deskPage = (base: string, here: string, title: string, answers: Answers): string =>
  page(
    base,
    `${title} · Sandbox`,
    html`<main class="prose">
<h1>${title}: what it answers</h1>
<p>By itself it makes an answer of the question. What is laid down here is answered in its place, the oldest that fits first. Programs say
<code>POST ${here.replace(/desk$/, 'api/answers')}</code> with <code>{"contains": "bakery", "text": "…"}</code>.</p>
<form method="post" action="${here}" class="card fields">
<p class="wide"><label for="contains">When the question holds</label><input id="contains" name="contains" autocomplete="off" placeholder="Empty: for whatever is asked next"></p>
<p class="wide"><label for="text">Answer</label><textarea id="text" name="text" rows="5"></textarea></p>
<p class="wide"><label for="thought">What it thinks before</label><input id="thought" name="thought" autocomplete="off"></p>
<p><label for="outcome">How it ends</label><select id="outcome" name="outcome"><option value="answer">With the answer</option><option value="blocked">The question is blocked</option><option value="stopped">The answer is stopped</option><option value="too_long">Cut at the limit</option></select></p>
<p><label for="times">So often</label><input id="times" name="times" type="number" min="1" max="1000000"></p>
<p><label for="breakAfter">A stream breaks after so many pieces</label><input id="breakAfter" name="breakAfter" type="number" min="0" max="1000"></p>
<p class="wide"><button class="main">Lay it down</button></p>
</form>
<h2>Laid down</h2>
${answers.list().length === 0 ? html`<p class="quiet">Nothing.</p>` : html`<ul class="cards">${answers.list().map((each) => scriptedCard(here, each))}</ul>`}
<h2>Asked lately</h2>
${answers.talks().length === 0 ? html`<p class="quiet">Nobody has asked yet.</p>` : html`<ol class="cards">${answers.talks().slice(0, talksShown).map(talkCard)}</ol>`}
${button(`${here}/empty`, 'Forget all of it')}
</main>`,
  )

const scriptedCard = (here: string, { id, contains, text, outcome, left, breakAfter }: Scripted): Html => html`<li class="card">
<h3>${contains === null ? 'For whatever is asked next' : html`When it holds “${contains}”`}</h3>
<p class="quiet">${left === null ? 'Every time' : left === 1 ? 'Once' : `${left} times`}${outcome !== 'answer' && html` · ${outcome}`}${breakAfter !== null && html` · breaks after ${breakAfter} pieces`}</p>
<pre tabindex="0">${text}</pre>
${button(`${here}/${id}/remove`, 'Remove')}
</li>`

const talkCard = ({ at, model, system, prompt, answer, isScripted }: Talk): Html => html`<li class="card">
<p class="quiet">${moment(at)} · ${model} · ${isScripted ? 'as laid down' : 'made of the question'}</p>
<details><summary>What was asked</summary><pre tabindex="0">${system}

${prompt}</pre></details>
<pre tabindex="0">${answer}</pre>
</li>`
