import type { FastifyInstance } from 'fastify'
import { button, type Html, html, moment, page } from '../html.ts'
import { forPeople, type SimulatorContext } from '../simulators.ts'
import type { Answers, Scripted, Talk } from './answers.ts'
import type { Streaming } from './streams.ts'

/** Where people and tests say what is answered: the page /desk, and /api/answers and /api/talks for programs. */
export const serveControlPage = (
  app: FastifyInstance,
  context: SimulatorContext,
  answers: Answers,
  of: { slug: string; title: string },
): void => {
  const here = `${context.base}/${of.slug}/desk`
  app.get('/desk', forPeople, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(controlPage(context.base, here, of.title, answers)),
  )
  app.post('/desk', forPeople, async (request, reply) => {
    const given = Object.entries((request.body ?? {}) as Record<string, unknown>)
    answers.lay(Object.fromEntries(given.filter(([, value]) => value !== '')))
    return reply.redirect(here, 303)
  })
  app.post('/desk/empty', forPeople, async (_request, reply) => {
    answers.empty()
    return reply.redirect(here, 303)
  })
  app.post<{ Params: { id: string } }>('/desk/:id/remove', forPeople, async (request, reply) => {
    answers.remove(request.params.id)
    return reply.redirect(here, 303)
  })

  app.get('/api/answers', forPeople, async () => answers.list())
  app.post('/api/answers', forPeople, async (request, reply) => reply.code(201).send(answers.lay(request.body)))
  app.delete('/api/answers', forPeople, async (_request, reply) => {
    answers.empty()
    return reply.code(204).send()
  })
  app.get('/api/streams', forPeople, async () => answers.streams.list())
  app.get('/api/talks', forPeople, async () => answers.talks())
}

const talksShown = 30

const controlPage = (base: string, here: string, title: string, answers: Answers): string =>
  page(
    base,
    `${title} · Sandbox`,
    html`<main class="prose">
<h1>${title}: canned answers</h1>
<p>By default it generates an answer from the prompt. A canned answer is returned instead, the oldest match first. Programs use
<code>POST ${here.replace(/desk$/, 'api/answers')}</code> with <code>{"contains": "bakery", "text": "…"}</code>.</p>
<form method="post" action="${here}" class="card fields">
<p class="wide"><label for="contains">If the prompt contains</label><input id="contains" name="contains" autocomplete="off" placeholder="Empty: matches the next prompt"></p>
<p class="wide"><label for="text">Answer</label><textarea id="text" name="text" rows="5"></textarea></p>
<p class="wide"><label for="thought">Reasoning</label><input id="thought" name="thought" autocomplete="off"></p>
<p><label for="outcome">Outcome</label><select id="outcome" name="outcome"><option value="answer">Answered</option><option value="blocked">Prompt blocked</option><option value="stopped">Answer stopped</option><option value="too_long">Length limit reached</option></select></p>
<p><label for="times">Times</label><input id="times" name="times" type="number" min="1" max="1000000"></p>
<p><label for="breakAfter">Break the stream after (chunks)</label><input id="breakAfter" name="breakAfter" type="number" min="0" max="1000"></p>
<p class="wide"><button class="main">Save answer</button></p>
</form>
<h2>Canned answers</h2>
${answers.list().length === 0 ? html`<p class="quiet">No canned answers.</p>` : html`<ul class="cards">${answers.list().map((each) => scriptedCard(here, each))}</ul>`}
<h2>Recent prompts</h2>
${answers.talks().length === 0 ? html`<p class="quiet">No prompts yet.</p>` : html`<ol class="cards">${answers.talks().slice(0, talksShown).map(talkCard)}</ol>`}
<h2>Streams</h2>
${answers.streams.list().length === 0 ? html`<p class="quiet">No streams yet.</p>` : html`<ol class="cards">${answers.streams.list().slice(0, talksShown).map(streamCard)}</ol>`}
${button(`${here}/empty`, 'Delete all')}
</main>`,
  )

const scriptedCard = (here: string, { id, contains, text, outcome, left, breakAfter }: Scripted): Html => html`<li class="card">
<h3>${contains === null ? 'For the next prompt' : html`If it contains “${contains}”`}</h3>
<p class="quiet">${left === null ? 'Every time' : left === 1 ? 'Once' : `${left} times`}${outcome !== 'answer' && html` · ${outcome}`}${breakAfter !== null && html` · breaks after ${breakAfter} chunks`}</p>
<pre tabindex="0">${text}</pre>
${button(`${here}/${id}/remove`, 'Remove')}
</li>`

const streamStates = {
  open: 'open',
  whole: 'sent whole',
  broken: 'broken off by the sandbox',
  left: 'its caller left',
} as const

const streamCard = ({ at, pieces, made, madeAfter, state }: Streaming): Html => html`<li class="card">
<p>${made} of ${pieces} pieces · ${streamStates[state]}${state === 'left' && html` · ${madeAfter} produced after that`}</p>
<p class="quiet">${moment(at)}</p>
</li>`

const talkCard = ({ at, model, system, prompt, answer, isScripted }: Talk): Html => html`<li class="card">
<p class="quiet">${moment(at)} · ${model} · ${isScripted ? 'canned' : 'generated'}</p>
<details><summary>Prompt</summary><pre tabindex="0">${system}

${prompt}</pre></details>
<pre tabindex="0">${answer}</pre>
</li>`
