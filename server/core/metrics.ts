import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The metrics of `GET /metrics` for Prometheus. Created once per process and passed to all counters. */
export const makeMetrics = () => {
  const registry = new Registry()
  // The lag of the event loop is measured by waking it: a hundred times a second, as it is by default, takes half a percent of a core.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 250 })
  const registers = [registry]
  return {
    registry,
    leads: new Counter({
      name: 'foyer_leads_total',
      help: 'Responses of POST /v1/leads by outcome',
      labelNames: ['outcome'],
      registers,
    }),
    intakeSeconds: new Histogram({
      name: 'foyer_intake_seconds',
      help: 'From the first byte of the body to the answer, accepted leads only',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    batchRows: new Histogram({
      name: 'foyer_intake_batch_rows',
      help: 'Leads per committed batch',
      buckets: [1, 4, 16, 64, 128, 256],
      registers,
    }),
    rejectsDropped: new Counter({
      name: 'foyer_rejected_deliveries_dropped_total',
      help: 'Rejected requests that could not be recorded',
      registers,
    }),
    actions: new Counter({
      name: 'foyer_actions_total',
      help: 'Gateway calls by action and status',
      labelNames: ['action', 'status'],
      registers,
    }),
    actionSeconds: new Histogram({
      name: 'foyer_action_seconds',
      help: 'Duration of a gateway call',
      labelNames: ['action'],
      buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
      registers,
    }),
    jobs: new Counter({
      name: 'foyer_jobs_total',
      help: 'Job runs by name and outcome',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    ...workflowMetrics(registers),
    webhooks: new Counter({
      name: 'foyer_webhook_attempts_total',
      help: 'Delivery attempts to webhooks by outcome: delivered, retry or failed',
      labelNames: ['outcome'],
      registers,
    }),
    providerCalls: new Counter({
      name: 'foyer_provider_calls_total',
      help: 'Calls to providers by outcome; not_made: no slot was free; circuit_open: the circuit breaker was open',
      labelNames: ['provider', 'outcome'],
      registers,
    }),
    providerSeconds: new Histogram({
      name: 'foyer_provider_seconds',
      help: 'Duration of a call to a provider, including retries and the waits between them',
      labelNames: ['provider'],
      buckets: [0.05, 0.25, 1, 5, 15],
      registers,
    }),
    providerCircuits: new Gauge({
      name: 'foyer_provider_circuits_open',
      help: 'Circuit breakers that are open: one a workspace and provider, or one a member’s account',
      labelNames: ['provider'],
      registers,
    }),
    providerCallsDropped: new Counter({
      name: 'foyer_provider_calls_dropped_total',
      help: 'Calls to providers that could not be recorded',
      registers,
    }),
    connections: new Gauge({ name: 'foyer_connections', help: 'Open client connections', registers }),
    connectionsEnded: new Counter({
      name: 'foyer_connections_ended_total',
      help: 'Connections closed or rejected by a limit: idle, full, address_full, slow_reader',
      labelNames: ['reason'],
      registers,
    }),
    mailListeners: new Gauge({
      name: 'foyer_mail_listeners',
      help: 'Mailboxes whose servers announce mail to this process (IMAP IDLE)',
      registers,
    }),
    liveStreams: new Gauge({ name: 'foyer_live_streams', help: 'Open live streams', registers }),
  }
}

/** Of runs of workflows; the worker counts them. */
const workflowMetrics = (registers: Registry[]) => ({
  workflowRuns: new Counter({
    name: 'foyer_workflow_runs_total',
    help: 'Runs of workflows that came to rest by state: completed, failed or paused',
    labelNames: ['state'],
    registers,
  }),
  workflowStepsFailed: new Counter({
    name: 'foyer_workflow_steps_failed_total',
    help: 'Steps of workflows that failed for good',
    registers,
  }),
  workflowEffectsUncertain: new Counter({
    name: 'foyer_workflow_effects_uncertain_total',
    help: 'Effects of workflows of which it is not known whether they happened',
    registers,
  }),
  workflowLateness: new Gauge({
    name: 'foyer_workflow_lateness_seconds',
    help: 'How late the run is that is due longest; 0 when none is due',
    registers,
  }),
  workflowHooks: new Counter({
    name: 'foyer_workflow_hooks_total',
    help: 'Requests to addresses of workflows by outcome: started, repeat, filtered, skipped or the code of the error',
    labelNames: ['outcome'],
    registers,
  }),
})

export type Metrics = ReturnType<typeof makeMetrics>
