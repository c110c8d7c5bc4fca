import { module } from '#core/module.ts'
import { clearDemo } from './clear-demo.ts'
import { seedDemo } from './seed-demo.ts'

export const demoModule = module({
  title: 'Demo data',
  actions: [seedDemo, clearDemo],
  owns: ['demo_records'],
})
