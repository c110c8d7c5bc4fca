import { readMessages } from './messages.ts'
import { openStore } from './store.ts'

const store = await openStore(() => {}, { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track': 'all' })
try {
  const given = await store.database('bench_messages', 0, () => {})
  await store.query(given, 'create extension pg_stat_statements schema public').catch((e) => console.log(String(e)))
  const { perSecond, statements } = await readMessages(store, given, { count: Number(process.argv[2] ?? 1000), people: 100 })
  console.log(`${perSecond.toFixed(0)}/s`)
  for (const s of statements)
    console.log(
      `${String(s.calls).padStart(6)} ${String(s.ms).padStart(8)} ms ${String(s.us).padStart(6)} us ${s.query.slice(0, 150)}`,
    )
} finally {
  await store.stop()
}
