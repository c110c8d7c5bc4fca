import { module } from '#core/module.ts'
import { addTask } from './add-task.ts'
import { archivePipeline } from './archive-pipeline.ts'
import { assignDeal } from './assign-deal.ts'
import { compactDealSums } from './compact-deal-sums.ts'
import { completeTask } from './complete-task.ts'
import { createDeal } from './create-deal.ts'
import { dealTimeline } from './deal-timeline.ts'
import { dealErrors } from './errors.ts'
import { dealEvents, pipelineEvents, taskEvents } from './events.ts'
import { linkedDeals } from './linked-deals.ts'
import { unlinkDealOfMerge } from './links.ts'
import { listDeals } from './list-deals.ts'
import { listPipelines } from './list-pipelines.ts'
import { listStageDeals } from './list-stage-deals.ts'
import { listTasks } from './list-tasks.ts'
import { listTurns } from './list-turns.ts'
import { dealContactChanged, dealContactChanging, dealLinked, dealUnlinked } from './moments.ts'
import { moveDeal } from './move-deal.ts'
import { dealNotices } from './notices.ts'
import { raiseIdleDeals } from './raise-idle-deals.ts'
import { reopenTask } from './reopen-task.ts'
import { savePipeline } from './save-pipeline.ts'
import { setAbsence } from './set-absence.ts'
import { setDealPeople } from './set-deal-people.ts'
import { showBoard } from './show-board.ts'
import { showDeal } from './show-deal.ts'
import { showResponseTimes } from './show-response-times.ts'
import { takeOverDeals } from './take-over-deals.ts'
import { undoMove } from './undo-move.ts'
import { updateDeal } from './update-deal.ts'
import { updateTask } from './update-task.ts'

export const dealsModule = module({
  title: 'Deals',
  actions: [
    showBoard,
    listDeals,
    listStageDeals,
    showDeal,
    createDeal,
    updateDeal,
    setDealPeople,
    moveDeal,
    undoMove,
    assignDeal,
    listPipelines,
    savePipeline,
    archivePipeline,
    listTasks,
    addTask,
    completeTask,
    reopenTask,
    updateTask,
    listTurns,
    setAbsence,
    showResponseTimes,
  ],
  jobs: [raiseIdleDeals, compactDealSums],
  errors: dealErrors,
  events: [dealEvents, taskEvents, pipelineEvents],
  scopes: {
    'deals:read': 'Read deals, tasks and response times',
    'deals:write': 'Create, move and assign deals, and add tasks',
  },
  notices: dealNotices,
  moments: [dealLinked, dealUnlinked, dealContactChanging, dealContactChanged],
  within: [takeOverDeals, dealTimeline, unlinkDealOfMerge, linkedDeals],
  owns: [
    'assignment_pointers',
    'assignment_turns',
    'assignments',
    'deal_moves',
    'deal_people',
    'deal_sum_changes',
    'deal_sums',
    'deals',
    'lead_responses',
    'pipelines',
    'stages',
    'tasks',
  ],
})
