import { module } from '#core/module.ts'
import { askKnowledge } from './ask-knowledge.ts'
import { knowledgeErrors } from './errors.ts'
import { knowledgeEvents } from './events.ts'
import { knowledgeFileRoutes } from './knowledge-file-routes.ts'
import { listKnowledge } from './list-knowledge.ts'
import { listKnowledgePassages } from './list-knowledge-passages.ts'
import { removeKnowledge } from './remove-knowledge.ts'
import { saveKnowledge } from './save-knowledge.ts'
import { searchKnowledge } from './search-knowledge.ts'
import { showKnowledge } from './show-knowledge.ts'

/** What the business tells its customers, in passages that answers can be taken from. */
export const knowledgeModule = module({
  title: 'Knowledge',
  actions: [searchKnowledge, askKnowledge, listKnowledge, showKnowledge, listKnowledgePassages, saveKnowledge, removeKnowledge],
  routes: [knowledgeFileRoutes],
  errors: knowledgeErrors,
  events: [knowledgeEvents],
  scopes: {
    'knowledge:read': 'Search and read the documents that answers are taken from',
  },
  owns: ['knowledge_sources', 'knowledge_passages', 'knowledge_words', 'knowledge_files'],
})
