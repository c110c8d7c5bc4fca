// Generated from the catalogue by `npm run docs`. Do not edit.

/** The actions of the gateway, by name: its input, output and error codes. */
export interface Actions {
  /**
   * List records of a kind, filtered and sorted.
   * Fields, operators and orders: `describe-list`. What has no value comes last. Each page is answered in bounded time: where few of very many records match, a page may hold fewer than `limit`, even none, and still have a `next_cursor`: go on until it is null.
   * Any member · reads · 600 per 60 s
   */
  'list-records': {
    input: {
      kind: ListKind
      filter?: ListFilter | undefined
      /**
       * Leads and contacts: word prefixes, or digits of a phone number; then newest first. Others: a part of a name, address or number
       * At most 200 characters.
       */
      search?: string | undefined
      /**
       * Key of a field, descending with a minus; left out: the list’s own order
       * At most 81 characters.
       */
      sort?: string | undefined
      /** Keys of fields; left out: the usual ones */
      columns?: readonly string[] | undefined
      /**
       * `next_cursor` of the previous page
       * At most 2,000 characters.
       */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      records: ListedRecord[]
      next_cursor: string | null
      /** With a search: how many seconds it is behind, 0 where it is up to date. The newest records are not found until then */
      search_behind_seconds: number | null
    }
    errors: 'list_column_unknown' | 'list_cursor_invalid' | 'list_filter_invalid' | 'list_sort_invalid' | ReadCode
  }
  /**
   * Count the records of a list.
   * Exact up to 5,000, of `delivery` and `webhook_delivery`, and by the beginning of a text, up to 3,500, of contacts and companies by their tags and own fields up to 2,000; beyond, and where many conditions each match very many records, `count` is the least that there are and `is_exact` is false.
   * Any member · reads · 600 per 60 s
   */
  'count-records': {
    input: {
      kind: ListKind
      filter?: ListFilter | undefined
    }
    output: {
      count: number
      is_exact: boolean
    }
    errors: 'list_filter_invalid' | ReadCode
  }
  /**
   * Describe a list: columns, filters, orders.
   * With the tags and fields of the workspace’s own. A list offers only filters and orders that an index serves, and says of each other column why it offers none. No filter: lead (company*, email*, phone*, job_title, via, external_id*), contact (company*, job_title, email*, phone*, linkedin_url), deal (company, chance, next_task, reply_due_at, replied_at, lost_reason), task (kind, review, outcome), invoice (label*, reason, email*, refunded, lost, sent_at), upload (progress, rows, imported, duplicates, undone, bytes, source, started_at), delivery (status, code*, message*, field, fix, is_conflict, unused, excerpt, lead_id, replay_of, mended_by), webhook_delivery (response, error*, attempts, next_try_at, delivered_at, event_id*), activity (summary, code*, reason, key, workflow, via, address*, agent, request_id, about, target); those with * are found by `search`. No order: lead (company, state, email, phone, job_title, source, via, owner, external_id, contact), contact (company, job_title, email, phone, owner, subscription, linkedin_url), company (domain, owner), deal (contact, company, stage, state, owner, chance, next_task, reply_due_at, replied_at, lost_reason), task (kind, deal, contact, company, owner, review, outcome), invoice (state, label, reason, email, refunded, lost, sent_at), upload (state, progress, rows, imported, duplicates, undone, bytes, source, created_by, started_at), delivery (outcome, status, sender, code, message, field, fix, is_conflict, unused, excerpt, lead_id, replay_of, mended_by), webhook_delivery (event, webhook, state, response, error, attempts, next_try_at, delivered_at, event_id), activity (action, summary, outcome, code, reason, person, key, workflow, via, address, agent, request_id, about, target). With a million records each of these would take seconds, because no index serves it. `upload` needs the scope `uploads:read` as well, `delivery` (admins) `deliveries:read`, `webhook_delivery` (admins) `webhooks:read` and `activity` (admins) `audit:read`; these four are closed to workflows and assistants.
   * Any member · reads · 120 per 60 s
   */
  'describe-list': {
    input: {
      kind: ListKind
    }
    output: {
      kind: ListKind
      usual_sort: string
      fields: ListField[]
    }
    errors: ReadCode
  }
  /**
   * List saved views: yours, and those that colleagues share.
   * Any member · reads · 120 per 60 s
   */
  'list-saved-views': {
    input: {
      /** Left out: of every list */
      kind?: ListKind | undefined
    }
    output: {
      views: SavedView[]
    }
    errors: ReadCode
  }
  /**
   * Save a view of a list, or change one.
   * With `viewId` what is given is changed: the name, whether colleagues may use it, or how it filters, sorts and shows. A view of a colleague can be used, not changed; an admin may change shared ones.
   * Any member · writes · 120 per 60 s
   */
  'save-view': {
    input: {
      viewId?: string | undefined
      kind: ListKind
      /**
       * Required for a new view
       * At most 60 characters.
       */
      name?: string | undefined
      shared?: boolean | undefined
      filter?: ListFilter | undefined
      /** At most 81 characters. */
      sort?: string | null | undefined
      columns?: readonly ViewColumnInput[] | null | undefined
      density?: ListDensity | undefined
    }
    output: {
      view: SavedView
    }
    errors: 'list_column_unknown' | 'list_filter_invalid' | 'list_sort_invalid' | 'view_of_colleague' | 'view_not_found' | 'too_many_shared_views' | 'too_many_views' | WriteCode
  }
  /**
   * Pin a saved view to your sidebar, or unpin it.
   * Each member pins for themselves, shared views too. `order` are the pinned views from the top.
   * Any member · writes · 120 per 60 s
   */
  'pin-view': {
    input: {
      viewId: string
      pinned: boolean
      order?: readonly string[] | undefined
    }
    output: {
      pinned: boolean
    }
    errors: 'view_not_found' | WriteCode
  }
  /**
   * Delete a saved view.
   * No record is touched. Its owner can, and an admin where it is shared.
   * Any member · writes · 120 per 60 s
   */
  'remove-view': {
    input: {
      viewId: string
    }
    output: {
      removed: true
    }
    errors: 'view_of_colleague' | 'view_not_found' | WriteCode
  }
  /**
   * List deleted records, last deleted first.
   * What was deleted with another record is counted there. `search`: a part of the name.
   * Any member · reads · 120 per 60 s
   */
  'list-bin': {
    input: {
      /** Left out: all kinds */
      kind?: BinKind | undefined
      /** At most 200 characters. */
      search?: string | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      records: BinnedRecord[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Delete contacts, companies, leads, deals or tasks.
   * They are in the bin for 30 days: no list, search, report or reminder has them, and `restore-records` brings them back. The leads of a contact and its tasks without a deal go with it, the tasks of a deal with the deal; deals stay when their contact goes. What must be kept stays where it is, in `kept`, with the reason: a sent or paid invoice, a document that is signed or out for signature, a proposal that was accepted or waits for an answer, a meeting ahead. A new lead, message, call or booking of a deleted contact restores it, and so does who enters it anew.
   * Any member · writes · 300 per 60 s
   */
  'delete-records': {
    input: {
      kind: BinKind
      /** Records of this kind */
      ids: readonly string[]
    }
    output: {
      success: true
      /** Those that were not in the bin before; of contacts the canonical ones */
      deleted: string[]
      kept: UndeletedRecord[]
    }
    errors: WriteCode
  }
  /**
   * Restore deleted records from the bin.
   * With what was deleted with them. A lead or a task also brings back the contact or deal that it went with.
   * Any member · writes · 300 per 60 s
   */
  'restore-records': {
    input: {
      kind: BinKind
      /** Records of this kind */
      ids: readonly string[]
    }
    output: {
      success: true
      /** Those that were in the bin */
      restored: string[]
      kept: UndeletedRecord[]
    }
    errors: WriteCode
  }
  /**
   * Remove deleted records for good.
   * At once, instead of after 30 days. This cannot be undone. Only records in the bin are removed; one that must be kept by now is restored instead.
   * Admins and owners · writes · 300 per 60 s
   */
  'remove-from-bin': {
    input: {
      kind: BinKind
      /** Records of this kind */
      ids: readonly string[]
    }
    output: {
      success: true
      removed: string[]
      restored: string[]
    }
    errors: WriteCode
  }
  /**
   * Change many records at once.
   * Records that are named (at most 500), or all that match a filter and a search as `list-records` reads them (at most 100,000, less `exceptIds`); every one of the kind only where `all` says so. Up to 50 named ones are changed before the answer; more are changed in the background: follow `show-bulk-change`.
   *
   * | Kind | Changes |
   * | --- | --- |
   * | `lead` | `assign`, `tag`, `set_fields`, `set_state`, `open_deals`, `delete` |
   * | `contact` | `assign`, `tag`, `set_fields`, `open_deals`, `delete` |
   * | `company` | `assign`, `tag`, `set_fields`, `delete` |
   * | `deal` | `assign`, `tag`, `set_fields`, `move`, `delete` |
   * | `task` | `assign`, `delete` |
   *
   * Each record is changed once, as by the member or key that calls. A key also needs the scope of the single change: `bin:write` for `delete`, `lead-states:write` for `set_state`, `deals:write` for `open_deals` and `move`, and for `assign` that of the kind. One that cannot be changed does not stop the others: `list-bulk-change-records` says why. `open_deals` passes over leads and contacts that have an open deal. For 30 days `undo-bulk-change` gives back what was before.
   * Any member · writes · 60 per 60 s
   */
  'change-records': {
    input: {
      kind: BulkChangeKind
      of: {
        /** Records that are named */
        recordIds?: readonly string[] | undefined
        /** Or all that match, with at least one condition */
        filter?: ListFilter | undefined
        /**
         * Or, and, all that a search finds
         * At most 200 characters.
         */
        search?: string | undefined
        /** Or all of the kind: where neither a filter nor a search says which */
        all?: true | undefined
        /**
         * Of those that match, not these
         * Default: `[]`.
         */
        exceptIds?: readonly string[] | undefined
      }
      change: {
        type: 'assign'
        /** A member; null: without an owner */
        ownerId: string | null
      } | {
        type: 'tag'
        /** Default: `[]`. */
        add?: readonly string[] | undefined
        /** Default: `[]`. */
        remove?: readonly string[] | undefined
      } | {
        type: 'set_fields'
        /** By key, as `set-fields` takes them */
        fields: { [name: string]: string | number | boolean | { [name: string]: unknown } | readonly unknown[] | null }
      } | {
        type: 'set_state'
        state: ChosenLeadState
        /**
         * Why they are not a fit; required then
         * At most 500 characters.
         */
        reason?: string | undefined
      } | {
        type: 'open_deals'
        /** Default: the default pipeline */
        pipelineId?: string | undefined
        /** Default: the first stage */
        stageId?: string | undefined
      } | {
        type: 'move'
        stageId: string
        /**
         * Required for a lost stage
         * At most 1,000 characters.
         */
        lostReason?: string | undefined
      } | {
        type: 'delete'
      }
    }
    output: {
      bulk_change: BulkChange
    }
    errors: 'bad_request' | 'bulk_change_unfit' | 'field_value_invalid' | 'list_filter_invalid' | 'lost_reason_needed' | 'missing_field' | 'state_reason_needed' | 'field_not_found' | 'person_not_found' | 'pipeline_not_found' | 'stage_not_found' | 'tag_not_found' | 'bulk_change_queue_full' | WriteCode
  }
  /**
   * Show a bulk change and how far it is.
   * Any member · reads · 600 per 60 s
   */
  'show-bulk-change': {
    input: {
      bulkChangeId: string
    }
    output: {
      bulk_change: BulkChange
    }
    errors: 'bulk_change_not_found' | ReadCode
  }
  /**
   * List bulk changes.
   * Those of the last 30 days, newest first.
   * Any member · reads · 600 per 60 s
   */
  'list-bulk-changes': {
    input: {
      /**
       * Only those that are not at their end
       * Default: `false`.
       */
      underWay?: boolean | undefined
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      bulk_changes: BulkChange[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * List the records of a bulk change.
   * Those that were left as they were, could not be changed or were not undone, with the reason; or those in a state.
   * Any member · reads · 600 per 60 s
   */
  'list-bulk-change-records': {
    input: {
      bulkChangeId: string
      state?: ChangedRecordState | undefined
      /**
       * `next_after` of the previous page
       * Default: `0`.
       */
      after?: number | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      records: ChangedRecord[]
      next_after: number | null
    }
    errors: 'bulk_change_not_found' | ReadCode
  }
  /**
   * Cancel a bulk change.
   * Stops within a second or two. What is changed stays so, and can be undone; the rest is not touched.
   * Any member · writes · 120 per 60 s
   */
  'cancel-bulk-change': {
    input: {
      bulkChangeId: string
    }
    output: {
      bulk_change: BulkChange
    }
    errors: 'bulk_change_not_found' | 'bulk_change_wrong_state' | WriteCode
  }
  /**
   * Undo a bulk change.
   * Gives back what was before, only where the record is still as the change has left it: newer work is never written over, and `kept` counts it. A deal that was opened goes into the bin unless something has happened with it. One that was undone stays so.
   * Any member · writes · 120 per 60 s
   */
  'undo-bulk-change': {
    input: {
      bulkChangeId: string
    }
    output: {
      bulk_change: BulkChange
    }
    errors: 'bulk_change_not_found' | 'bulk_change_wrong_state' | WriteCode
  }
  /**
   * List contacts that may be one person, the surest first.
   * Nothing is merged without a member: call `merge-contacts`, or `dismiss-duplicate`. `count`: all pairs, at most 1000.
   * Any member · reads · 120 per 60 s
   */
  'list-duplicates': {
    input: {
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      pairs: DuplicatePair[]
      count: number
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Say that two contacts are not the same person.
   * They are not proposed again, whatever changes, also when either is merged with another contact. `undo: true` takes that back.
   * Any member · writes · 120 per 60 s
   */
  'dismiss-duplicate': {
    input: {
      contactId: string
      otherId: string
      /** Default: `false`. */
      undo?: boolean | undefined
    }
    output: {
      success: true
    }
    errors: 'merge_with_itself' | 'contact_not_found' | WriteCode
  }
  /**
   * List companies that may be one, the surest first.
   * Nothing is merged without a member: call `merge-companies`, or `dismiss-company-duplicate`. Two with different numbers are no pair, and the same name at two different domains is none. `count`: all pairs, at most 1000.
   * Any member · reads · 120 per 60 s
   */
  'list-company-duplicates': {
    input: {
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      pairs: CompanyPair[]
      count: number
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Say that two companies are not the same.
   * They are not proposed again, whatever changes, also when either is merged with another company. `undo: true` takes that back.
   * Any member · writes · 120 per 60 s
   */
  'dismiss-company-duplicate': {
    input: {
      companyId: string
      otherId: string
      /** Default: `false`. */
      undo?: boolean | undefined
    }
    output: {
      success: true
    }
    errors: 'merge_companies_same' | 'company_not_found' | WriteCode
  }
  /**
   * Show a report of a period.
   * `leads`: by source, day and owner. `conversion`: how far leads of the period and deals created in it have come. `response`: medians of the time to a first answer and to a win. `activity`: by member. `revenue`: payments by currency; amounts of two currencies are never added. `outstanding`: unpaid invoices now, by the days since they were due. Compared with the period before, for as many days. Deleted records do not count. `list-report-records` lists what stands behind a figure.
   * Any member · reads · 120 per 60 s
   */
  'show-report': {
    input: {
      report: ReportName
      /**
       * Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`
       * Default: `"month"`.
       */
      period?: ReportPeriod | undefined
      /** The first day of `custom` */
      from?: string | undefined
      /** The last day of `custom` */
      to?: string | undefined
    }
    output: Report
    errors: 'bad_request' | ReadCode
  }
  /**
   * List the records behind a figure of a report.
   * Newest first. With the same period, and with `by` and `key` of a row or `part` of a point, it lists exactly what that value counts: `key: null` is what has none. A `sum` is the sum of `amount_minor`, a `median` that of `minutes`.
   * Any member · reads · 600 per 60 s
   */
  'list-report-records': {
    input: {
      report: ReportName
      /**
       * Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`
       * Default: `"month"`.
       */
      period?: ReportPeriod | undefined
      /** The first day of `custom` */
      from?: string | undefined
      /** The last day of `custom` */
      to?: string | undefined
      figure: 'leads' | 'contacted' | 'qualified' | 'deals' | 'not_fit' | 'reached' | 'first_answer' | 'answered' | 'in_time' | 'time_to_win' | 'won' | 'lost' | 'messages' | 'calls' | 'tasks' | 'notes' | 'paid' | 'returned' | 'payments' | 'outstanding' | 'invoices'
      by?: 'source' | 'owner' | 'stage' | 'age' | undefined
      /**
       * With `by`
       * At most 200 characters.
       */
      key?: string | null | undefined
      /** Which of the points, from 0 */
      part?: number | undefined
      /** At most 3 characters. */
      currency?: string | undefined
      /**
       * Of the period before
       * Default: `false`.
       */
      isBefore?: boolean | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      records: ReportRecord[]
      next_cursor: string | null
    }
    errors: 'bad_request' | ReadCode
  }
  /**
   * Show what is to be done today.
   * Who waits for an answer to a message, a request or a lead, by the time that is left; leads since the caller was last here; tasks that are due; calls to return; deals that need a step; the meetings of today; money; documents that wait for signatures; steps of workflows that wait for a person; three charts; and the checklist of a new workspace, or, below admin, of a new member. `scope: "mine"` is what is assigned to the caller, and what waits unassigned; money is the same for all. A section that was not asked for is left out. Each list has its first rows, and counts up to 100.
   * Any member · reads · 600 per 60 s
   */
  'show-home': {
    input: {
      /** Default: `"mine"`. */
      scope?: Whose | undefined
      /** All where it is left out */
      sections?: readonly HomeSection[] | undefined
      /**
       * Leads since then; where it is left out, since the caller’s last visit
       * RFC 3339.
       */
      since?: string | undefined
    }
    output: {
      replies?: {
        target_minutes: number
        /** Counted up to 100 */
        count: number
        /** Of those counted, past their target */
        late: number
        rows: WaitingReply[]
      }
      leads?: {
        /** RFC 3339. */
        since: string
        /** Counted up to 100 */
        count: number
        rows: NewLead[]
      }
      tasks?: {
        /** Counted up to 100 */
        count: number
        /** Of those counted, past their time */
        late: number
        rows: Task[]
      }
      calls?: {
        /** Counted up to 100 */
        count: number
        /** Of those counted, past their time */
        late: number
        rows: CallToReturn[]
      }
      deals?: {
        /** Counted up to 100, among the 500 that have not moved for the longest time, and as many of imports */
        count: number
        rows: StandingDeal[]
      }
      meetings?: {
        /** Counted up to 20 */
        count: number
        rows: Booking[]
      }
      money?: {
        /** Invoices that are overdue or due within a week; counted up to 100 */
        count: number
        /** Of those counted */
        overdue: number
        /** By currency: amounts of two currencies are never added */
        sums: MoneySum[]
        rows: DueInvoice[]
      }
      documents?: {
        /** Counted up to 100 */
        count: number
        rows: WaitingDocument[]
      }
      steps?: {
        /** Counted up to 100 */
        count: number
        rows: HumanStep[]
      }
      charts?: {
        leads: {
          total: number
          before: number
          days: DayCount[]
          sources: SourceCount[]
        }
        answers: {
          target_minutes: number
          median_minutes: number | null
          before_minutes: number | null
          days: DayMedian[]
        }
        paid: {
          /** With which day each week begins */
          from: string[]
          currencies: CurrencyWeeks[]
        }
      }
      checklist?: {
        dismissed: boolean
        steps: ChecklistStep[]
      }
    }
    errors: ReadCode
  }
  /**
   * Record that Home was opened or left.
   * For the caller alone: leads are new since the visit before. Opening the page again within half an hour goes on with the same visit.
   * Any member · writes · 120 per 60 s
   */
  'record-home-visit': {
    input: Record<never, never>
    output: {
      success: true
    }
    errors: WriteCode
  }
  /**
   * Hide the checklist of a new workspace, or show it again.
   * For the caller alone. A step is never ticked by hand: it is done when the workspace has what it asks for.
   * Any member · writes · 120 per 60 s
   */
  'dismiss-checklist': {
    input: {
      /** Default: `true`. */
      dismissed?: boolean | undefined
    }
    output: {
      success: true
    }
    errors: WriteCode
  }
  /**
   * List the tags of the workspace, by name.
   * All of them: a workspace has at most 1,000. `count: true` adds how many records have each.
   * Any member · reads · 600 per 60 s
   */
  'list-tags': {
    input: {
      /** Default: `false`. */
      count?: boolean | undefined
    }
    output: {
      tags: ListedTag[]
      next_cursor: null
    }
    errors: ReadCode
  }
  /**
   * Create, rename or color a tag.
   * Without `tagId` a new tag is created. Names are unique in a workspace, whatever their case. Records keep a tag that is renamed.
   * Any member · writes · 120 per 60 s
   */
  'save-tag': {
    input: {
      tagId?: string | undefined
      /** Required for a new tag */
      name?: string | undefined
      /** The color. A new tag without one gets the color that the fewest tags have */
      hue?: number | undefined
    }
    output: {
      success: true
      tag: Tag
    }
    errors: 'missing_field' | 'tag_not_found' | 'tag_exists' | 'too_many_tags' | WriteCode
  }
  /**
   * Add tags to records, or remove them.
   * Tags are given by id or by name. A name in `add` that is new is created as a tag; one in `remove` that does not exist is passed over. `changed`: how many records have other tags than before.
   * Any member · writes · 600 per 60 s
   */
  'tag-records': {
    input: {
      kind: PlainRecordKind
      /** Records of this kind */
      recordIds: readonly string[]
      add?: readonly string[] | undefined
      remove?: readonly string[] | undefined
    }
    output: {
      success: true
      changed: number
    }
    errors: 'record_not_found' | 'tag_not_found' | 'too_many_tags' | 'too_many_tags_of_record' | WriteCode
  }
  /**
   * Merge a tag into another one.
   * Records that have the tag have the other one instead, and saved views filter by that one. It cannot be undone. `records`: how many had it.
   * Admins and owners · writes · 120 per 60 s
   */
  'merge-tags': {
    input: {
      tagId: string
      /** The tag to keep */
      intoTagId: string
    }
    output: {
      success: true
      tag: Tag
      records: number
    }
    errors: 'merge_of_one_tag' | 'tag_not_found' | WriteCode
  }
  /**
   * Delete a tag.
   * It is removed from every record that has it, and saved views leave it out of their filters. It cannot be undone. `records`: how many had it.
   * Admins and owners · writes · 120 per 60 s
   */
  'delete-tag': {
    input: {
      tagId: string
    }
    output: {
      success: true
      records: number
    }
    errors: 'tag_not_found' | WriteCode
  }
  /**
   * List the fields of the workspace’s own, in order.
   * At most 200 for each kind of record. `reads_leads`: whether a member `fields` of `POST /v1/leads` is read (see `set-lead-fields`).
   * Any member · reads · 600 per 60 s
   */
  'list-fields': {
    input: {
      /** Of this kind of record alone */
      kind?: PlainRecordKind | undefined
      /**
       * With those that are archived
       * Default: `false`.
       */
      archived?: boolean | undefined
    }
    output: {
      fields: OwnField[]
      reads_leads: boolean
      next_cursor: null
    }
    errors: ReadCode
  }
  /**
   * Show a field, with how many records have a value of it.
   * Any member · reads · 120 per 60 s
   */
  'show-field': {
    input: {
      fieldId: string
    }
    output: {
      field: OwnField
      /** Records with a value */
      values: number
    }
    errors: 'field_not_found' | ReadCode
  }
  /**
   * Add or change a field of contacts, companies, leads or deals.
   * Without `fieldId` a new field is added. Omitted settings keep their values. Values that are there stay, also where they lie outside of new limits.
   * Admins and owners · writes · 120 per 60 s
   */
  'save-field': {
    input: {
      fieldId?: string | undefined
      /** Required for a new field, like `name` and `fieldType`. It does not change */
      kind?: PlainRecordKind | undefined
      name?: string | undefined
      /** It does not change */
      fieldType?: FieldType | undefined
      /** Made from the name if left out. It does not change */
      key?: string | undefined
      /** Of `choice` and `choices`: all that can be chosen, in order. One without `id` is added; a missing one is archived, and is still shown where it was chosen */
      choices?: readonly {
        id?: string | undefined
        name: string
        hue?: number | undefined
      }[] | undefined
      /** Of `money`. It does not change */
      currency?: string | undefined
      /** Of `number` */
      min?: number | null | undefined
      max?: number | null | undefined
      /** Of deals: moving to this stage, or one behind it in its pipeline, needs a value. Losing a deal never does */
      requiredStageId?: string | null | undefined
      /** Of leads: forms on a website may ask for it */
      inForms?: boolean | undefined
    }
    output: {
      success: true
      field: OwnField
    }
    errors: 'field_options_invalid' | 'missing_field' | 'field_not_found' | 'field_fixed' | 'field_key_taken' | 'field_name_taken' | 'too_many_fields' | WriteCode
  }
  /**
   * Set the order of the fields of a kind of record.
   * Fields that are not listed come behind, in the order that they have.
   * Admins and owners · writes · 600 per 60 s
   */
  'order-fields': {
    input: {
      kind: PlainRecordKind
      fieldIds: readonly string[]
    }
    output: {
      success: true
    }
    errors: 'field_not_found' | WriteCode
  }
  /**
   * Archive a field, or restore it.
   * An archived field is neither shown nor asked for, and keeps its values and its key. `archived: false` restores it, with all its values.
   * Admins and owners · writes · 120 per 60 s
   */
  'archive-field': {
    input: {
      fieldId: string
      /** Default: `true`. */
      archived?: boolean | undefined
    }
    output: {
      success: true
      field: OwnField
    }
    errors: 'field_not_found' | 'field_name_taken' | 'too_many_fields' | WriteCode
  }
  /**
   * Delete an archived field with all its values.
   * It cannot be undone. `values`: how many records had one.
   * Admins and owners · writes · 120 per 60 s
   */
  'delete-field': {
    input: {
      fieldId: string
    }
    output: {
      success: true
      values: number
    }
    errors: 'field_not_found' | 'field_not_archived' | WriteCode
  }
  /**
   * Set fields of a contact, company, lead or deal.
   * Fields that are left out keep their values; `null`, a blank text and an empty list clear one. All are set, or none: `faults` of the error lists each that does not fit.
   *
   * | Type | Takes |
   * | --- | --- |
   * | `text` | A text of up to 4,000 characters |
   * | `number` | A number of up to 6 decimals, also as text: `1,250.5` |
   * | `money` | `{"amount_minor": 125050}`, or an amount in the usual unit as number or text: `1250.50` |
   * | `date` | `2026-11-27`, also `27.11.2026` |
   * | `choice` | The id or the name of a choice |
   * | `choices` | A list of these, or names in one text, parted by commas |
   * | `person` | The id or the email address of a member |
   * | `link` | An address with http:// or https:// |
   * | `tick` | `true` or `false`; yes and no as text |
   *
   * What was answered as a value may be sent as it is.
   * Any member · writes · 600 per 60 s
   */
  'set-fields': {
    input: {
      kind: PlainRecordKind
      recordId: string
      /** By key, as `set-fields` takes them */
      fields: { [name: string]: string | number | boolean | { [name: string]: unknown } | readonly unknown[] | null }
      /** The values that the caller saw, as they were answered: where one of the fields to be changed is another by now, nothing is changed (`record_changed`) */
      was?: { [name: string]: string | number | boolean | { [name: string]: unknown } | readonly unknown[] | null } | undefined
    }
    output: {
      success: true
      fields: FieldValues
    }
    errors: 'field_value_invalid' | 'field_not_found' | 'record_not_found' | 'record_changed' | WriteCode
  }
  /**
   * Set whether leads of the API bring values of fields.
   * Off, as every workspace begins: `POST /v1/leads` passes over a member `fields`, like any other that it does not know. On: `fields`, an object by key, sets fields of the lead, within seconds after the answer. The answer of the API is the same, and no lead is rejected because of its fields: `show-lead` lists keys that do not exist in `unused_fields` (`fields.budget`), and values that do not fit in `field_faults`. The setting holds for leads that come in from then on.
   * Admins and owners · writes · 120 per 60 s
   */
  'set-lead-fields': {
    input: {
      enabled: boolean
    }
    output: {
      success: true
      reads_leads: boolean
    }
    errors: WriteCode
  }
  /**
   * List the notes of a contact, company, lead or deal, newest first.
   * Of a contact, those of all contacts that were merged into it.
   * Any member · reads · 600 per 60 s
   */
  'list-notes': {
    input: {
      kind: PlainRecordKind
      recordId: string
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      notes: Note[]
      next_cursor: string | null
    }
    errors: 'record_not_found' | ReadCode
  }
  /**
   * Add a note to a contact, company, lead or deal.
   * Only members of the workspace see notes. Members in `mentions` are notified. A note on a merged contact is written on the canonical one.
   * Any member · writes · 120 per 60 s
   */
  'add-note': {
    input: {
      kind: PlainRecordKind
      recordId: string
      /**
       * Plain text; a mention is written as @ and a name
       * At most 10,000 characters.
       */
      body: string
      /**
       * Members who are mentioned: each is notified once
       * Default: `[]`.
       */
      mentions?: readonly string[] | undefined
    }
    output: {
      success: true
      note: Note
    }
    errors: 'person_not_found' | 'record_not_found' | 'record_in_bin' | WriteCode
  }
  /**
   * Edit a note.
   * By its author or an admin. Without `mentions` they stay; members who are added are notified.
   * Any member · writes · 120 per 60 s
   */
  'update-note': {
    input: {
      noteId: string
      /**
       * Plain text; a mention is written as @ and a name
       * At most 10,000 characters.
       */
      body: string
      /** Members who are mentioned: each is notified once */
      mentions?: readonly string[] | undefined
    }
    output: {
      success: true
      note: Note
    }
    errors: 'note_of_other' | 'note_not_found' | 'person_not_found' | WriteCode
  }
  /**
   * Delete a note.
   * By its author or an admin. `restore-note` brings it back within 30 days.
   * Any member · writes · 120 per 60 s
   */
  'delete-note': {
    input: {
      noteId: string
    }
    output: {
      success: true
    }
    errors: 'note_of_other' | 'note_not_found' | WriteCode
  }
  /**
   * Restore a deleted note.
   * By its author or an admin, within 30 days. No notifications are sent again.
   * Any member · writes · 120 per 60 s
   */
  'restore-note': {
    input: {
      noteId: string
    }
    output: {
      success: true
      note: Note
    }
    errors: 'note_of_other' | 'note_not_found' | WriteCode
  }
  /**
   * List the files of a contact, company, lead or deal, newest first.
   * Of a contact, those of all contacts that were merged into it.
   * Any member · reads · 600 per 60 s
   */
  'list-record-files': {
    input: {
      kind: PlainRecordKind
      recordId: string
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      files: RecordFile[]
      next_cursor: string | null
    }
    errors: 'record_not_found' | ReadCode
  }
  /**
   * Add an uploaded file to a contact, company, lead or deal.
   * `fileId` is the `id` that `PUT /record-files?name=…` answered to the same user. A file belongs to one record; a repeat changes nothing.
   * Any member · writes · 120 per 60 s
   */
  'add-record-file': {
    input: {
      kind: PlainRecordKind
      recordId: string
      fileId: string
    }
    output: {
      success: true
      file: RecordFile
    }
    errors: 'record_file_not_found' | 'record_not_found' | 'record_files_full' | 'record_in_bin' | WriteCode
  }
  /**
   * Remove a file of a record.
   * `restore-record-file` brings it back within 30 days; then it is removed from the store.
   * Any member · writes · 120 per 60 s
   */
  'remove-record-file': {
    input: {
      fileId: string
    }
    output: {
      success: true
    }
    errors: 'record_file_not_found' | WriteCode
  }
  /**
   * Restore a removed file of a record.
   * Within 30 days.
   * Any member · writes · 120 per 60 s
   */
  'restore-record-file': {
    input: {
      fileId: string
    }
    output: {
      success: true
      file: RecordFile
    }
    errors: 'record_file_not_found' | WriteCode
  }
  /**
   * List leads, newest first.
   * A search is always newest first.
   * Any member · reads · 600 per 60 s
   */
  'list-leads': {
    input: {
      /**
       * Word prefixes of name, email address, company or external_id; or digits of a phone number
       * At most 200 characters.
       */
      search?: string | undefined
      /** At most 64 characters. */
      source?: string | undefined
      state?: LeadState | undefined
      /** Of this member; `me`: the caller’s own, of which an API key has none */
      owner?: string | 'me' | undefined
      /**
       * Received at or after
       * RFC 3339.
       */
      from?: string | undefined
      /**
       * Received before
       * RFC 3339.
       */
      to?: string | undefined
      /**
       * Field to sort by, descending with a minus. A cursor holds for the order it was given in.
       * Default: `"-received_at"`.
       */
      order?: '-received_at' | 'received_at' | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      leads: LeadSummary[]
      next_cursor: string | null
      /** With a search: how many seconds it is behind, 0 where it is up to date. The newest records are not found until then */
      search_behind_seconds: number | null
    }
    errors: 'bad_request' | 'order_with_search' | ReadCode
  }
  /**
   * Show a lead with its original request.
   * The consent is claimed by the sender, with its source and date. It is not a marketing permission and changes no subscription.
   * Any member · reads · 600 per 60 s
   */
  'show-lead': {
    input: {
      leadId: string
    }
    output: {
      lead: LeadDetail
      tags: Tag[]
      fields: FieldValues
      contact: Contact
      deliveries: LeadDelivery[]
    }
    errors: 'lead_not_found' | ReadCode
  }
  /**
   * Add a lead by hand.
   * For someone who called or came by. It goes to the contact who has the email address, else the number, and fills what that one lacks; two contacts are never joined by it. Counts as a lead of the month.
   * Any member · writes · 120 per 60 s
   */
  'add-lead': {
    input: {
      /** At most 255 characters. */
      name?: string | undefined
      /**
       * This or `phone` is required
       * At most 254 characters.
       */
      email?: string | undefined
      /**
       * International with +, or in the national format of the default country
       * At most 64 characters.
       */
      phone?: string | undefined
      /** At most 255 characters. */
      company?: string | undefined
      /** At most 255 characters. */
      title?: string | undefined
      /**
       * What they want
       * At most 10,000 characters.
       */
      note?: string | undefined
      /**
       * How they came, such as `phone`; default: `by-hand`
       * At most 64 characters.
       */
      source?: string | undefined
      /** A member of the workspace; without it the caller; null: without an owner */
      ownerId?: string | null | undefined
      /**
       * They wait for a first answer: its clock begins
       * Default: `false`.
       */
      waitsForAnswer?: boolean | undefined
    }
    output: {
      success: true
      lead: LeadSummary
    }
    errors: 'body_not_object' | 'consent_date_invalid' | 'consent_invalid' | 'contact_missing' | 'email_malformed' | 'external_id_invalid' | 'field_bad_text' | 'field_too_long' | 'field_wrong_type' | 'linkedin_url_invalid' | 'phone_unreadable' | 'person_not_found' | 'quota_exceeded' | WriteCode
  }
  /**
   * Change the state or the owner of a lead.
   * Omitted fields keep their values. A reply makes a new lead `contacted`, and a deal that is made of it `deal`; what was received never changes.
   * Any member · writes · 120 per 60 s
   */
  'update-lead': {
    input: {
      leadId: string
      /** `deal` is not among them: create a deal from the lead */
      state?: ChosenLeadState | undefined
      /**
       * Why it is not a fit; required then
       * At most 500 characters.
       */
      reason?: string | undefined
      /** A member of the workspace; null: without an owner */
      ownerId?: string | null | undefined
      /** The values that the caller saw, as they were answered: where one of the fields to be changed is another by now, nothing is changed (`record_changed`) */
      was?: {
        state?: LeadState | undefined
        /** At most 1,000 characters. */
        reason?: string | null | undefined
        ownerId?: string | null | undefined
      } | undefined
    }
    output: {
      success: true
      lead: LeadSummary
    }
    errors: 'bad_request' | 'state_reason_needed' | 'lead_not_found' | 'person_not_found' | 'record_changed' | WriteCode
  }
  /**
   * List the sources of leads.
   * Any member · reads · 120 per 60 s
   */
  'list-sources': {
    input: Record<never, never>
    output: {
      sources: string[]
    }
    errors: ReadCode
  }
  /**
   * Create an upload for a file of leads.
   * Send the bytes with `PUT /uploads/<id>/content?from=<byte>` and the same token, in one or several requests, each stored
   * completely or not at all; `from` is the number of bytes received so far. After a broken connection, `show-upload` says where to resume.
   * Any member · writes · 120 per 60 s
   */
  'create-upload': {
    input: {
      /** At most 255 characters. */
      name: string
      size: number
    }
    output: {
      upload: Upload
    }
    errors: 'upload_no_room' | 'upload_too_large' | WriteCode
  }
  /**
   * List uploaded files.
   * Newest first.
   * Any member · reads · 600 per 60 s
   */
  'list-uploads': {
    input: {
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      uploads: Upload[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show an uploaded file.
   * Any member · reads · 600 per 60 s
   */
  'show-upload': {
    input: {
      uploadId: string
    }
    output: {
      upload: Upload
      imported_before: EarlierUpload[]
    }
    errors: 'upload_not_found' | ReadCode
  }
  /**
   * Set how a file is parsed, and preview its first rows.
   * Omitted options keep their values; without any option this is a preview. Changing the encoding, delimiter or header row reads the columns
   * again. A change discards the results of an earlier check.
   * Any member · writes · 300 per 60 s
   */
  'configure-upload': {
    input: {
      uploadId: string
      /** One field or null a column, in the order of the columns. `fields.budget` is a field of leads of the workspace’s own; `contact_fields.size` one of contacts: it fills what is empty there, and replaces nothing */
      mapping?: readonly (LeadField | string | null)[] | undefined
      /** At most 64 characters. */
      source?: string | undefined
      encoding?: TextEncoding | undefined
      delimiter?: ',' | ';' | '	' | '|' | undefined
      hasHeader?: boolean | undefined
      /** These people asked for something and wait for a first answer, as senders of the API do; else their clock never starts */
      waitsForAnswer?: boolean | undefined
    }
    output: {
      upload: Upload
      preview: UploadPreviewRow[]
    }
    errors: 'bad_request' | 'upload_empty' | 'upload_not_text' | 'field_not_found' | 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Check all rows of a file.
   * Runs in the background and counts what an import would do: new, duplicate (their `external_id` already exists) and invalid rows.
   * The mapping is remembered for the next file with the same columns. A stalled check can be started again.
   * Any member · writes · 120 per 60 s
   */
  'check-upload': {
    input: {
      uploadId: string
    }
    output: {
      upload: Upload
    }
    errors: 'upload_not_mapped' | 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Start or resume an import.
   * Starts, or resumes a cancelled or failed import; no row is imported twice. A file without `external_id` whose
   * exact content was imported before is rejected with `upload_repeated` unless `again` is sent: its leads would be duplicated.
   * Any member · writes · 120 per 60 s
   */
  'start-upload': {
    input: {
      uploadId: string
      /** Default: `false`. */
      again?: boolean | undefined
    }
    output: {
      upload: Upload
    }
    errors: 'upload_not_mapped' | 'upload_not_found' | 'upload_busy' | 'upload_repeated' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Cancel a check or an import.
   * Stops within a second. Leads imported so far are kept; the import can be resumed or undone later.
   * Any member · writes · 120 per 60 s
   */
  'cancel-upload': {
    input: {
      uploadId: string
    }
    output: {
      upload: Upload
    }
    errors: 'upload_not_found' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Undo an import.
   * Removes the leads that the file created, and contacts that have no other origin. Existing leads are kept. Afterwards the
   * columns can be mapped again and the file imported again.
   * Any member · writes · 120 per 60 s
   */
  'undo-upload': {
    input: {
      uploadId: string
    }
    output: {
      upload: Upload
    }
    errors: 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Remove an uploaded file.
   * For files that imported no leads, or whose import was undone. Use undo-upload to remove imported leads.
   * Any member · writes · 120 per 60 s
   */
  'remove-upload': {
    input: {
      uploadId: string
    }
    output: {
      success: true
    }
    errors: 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | WriteCode
  }
  /**
   * List the rows of a file that need attention.
   * All invalid and fixed rows; of the duplicates, the first thousand. New rows are not listed.
   * Any member · reads · 600 per 60 s
   */
  'list-upload-rows': {
    input: {
      uploadId: string
      outcome?: UploadRowOutcome | undefined
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      rows: UploadRow[]
      next_cursor: string | null
    }
    errors: 'upload_not_found' | ReadCode
  }
  /**
   * Fix a row that could not be imported.
   * The cells are validated at once by the same rules. Before the import reaches the row, it waits for the import; after that, it is imported
   * immediately, once. A row that is still invalid keeps its new cells, with the reason.
   * Any member · writes · 600 per 60 s
   */
  'mend-upload-row': {
    input: {
      uploadId: string
      row: number
      cells: readonly string[]
    }
    output: {
      row: UploadRow
      upload: Upload
    }
    errors: 'upload_not_found' | 'upload_row_not_found' | 'conflict' | 'upload_busy' | 'upload_row_taken' | 'upload_wrong_state' | WriteCode
  }
  /**
   * List lead sources.
   * Newest first, including those turned off, with the leads of each in the last seven days.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-lead-sources': {
    input: Record<never, never>
    output: {
      sources: LeadSource[]
    }
    errors: ReadCode
  }
  /**
   * Show a lead source.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-lead-source': {
    input: {
      leadSourceId: string
    }
    output: {
      source: LeadSource
    }
    errors: 'lead_source_not_found' | ReadCode
  }
  /**
   * Create a lead source.
   * Its `url` takes leads of its kind at once and nothing else. Leads, rejected requests and replays are as those of the API. Without `secret`, a kind or a proof that needs one gets one made by chance. That of a webhook is answered here and never again.
   * Admins and owners · writes · 30 per 60 s
   */
  'create-lead-source': {
    input: {
      /**
       * Also the `source` of its leads, as a slug
       * At most 120 characters.
       */
      name: string
      settings: {
        kind: 'google_ads'
      } | {
        kind: 'form'
        /** Default: `"en"`. */
        locale?: LeadFormLanguage | undefined
        /**
         * At most 120 characters.
         * Default: `""`.
         */
        heading?: string | undefined
        /**
         * Empty: the default text of the language
         * At most 60 characters.
         * Default: `""`.
         */
        button?: string | undefined
        /**
         * #rrggbb of the button
         * Default: `"#1f5f8b"`.
         */
        accent?: string | undefined
        fields: readonly {
          /** What a contact or lead has a place for, or a question of your own */
          kind: LeadFormFieldKind
          /** Under which its value is sent. Of a field such as `email`: the same as its kind */
          name: string
          /**
           * Empty: as the language calls it
           * At most 200 characters.
           * Default: `""`.
           */
          label?: string | undefined
          /** Default: `false`. */
          required?: boolean | undefined
          /**
           * Of a `choice`, and of `choices`, of which a visitor ticks any number
           * Default: `[]`.
           */
          options?: readonly string[] | undefined
          /**
           * Of a question: the key of a field of leads that the answer is set in (`save-field` with `inForms`)
           * At most 50 characters.
           */
          field?: string | null | undefined
        }[]
        /** A tick is kept as a claim about permission, never as an opt-in */
        consent?: {
          /**
           * Beside the box. Each version of it is kept
           * At most 2,000 characters.
           */
          text: string
          /**
           * The form can’t be sent without a tick
           * Default: `false`.
           */
          required?: boolean | undefined
        } | null | undefined
        /**
         * Of the consent text, counted by Foyer; ignored when sent
         * Default: `0`.
         */
        version?: number | undefined
        /** Default: `{"text":"","url":null}`. */
        thanks?: {
          /**
           * Empty: the default text of the language
           * At most 500 characters.
           * Default: `""`.
           */
          text?: string | undefined
          /**
           * Where visitors are led after sending, on a website of the list. Null: the text is shown
           * At most 2,048 characters.
           */
          url?: string | null | undefined
        } | undefined
        /**
         * Websites whose pages may send it, such as https://www.example.com; a page URL is reduced to its origin
         * Default: `[]`.
         */
        origins?: readonly string[] | undefined
      } | {
        kind: 'meta'
        /** A connection to Meta */
        connectionId: string
        /** A page that `list-meta-pages` lists */
        pageId: string
        /**
         * As people call it
         * At most 255 characters.
         */
        pageName: string
        /** Of the page; null: all of them, later ones too */
        formIds: readonly string[] | null
        /**
         * When it is made: leads of so many days before come in, too. Meta keeps them for 90. Later: `poll-meta-source`
         * Default: `0`.
         */
        earlierDays?: number | undefined
      } | {
        kind: 'webhook'
        /**
         * The preset that it was made from
         * Default: `"generic"`.
         */
        service?: string | undefined
        /** Default: `{"by":"address"}`. */
        proof?: {
          by: 'signature'
          /** Name of a header */
          header: string
          /**
           * Before the signature in its header, such as `sha256=`
           * At most 32 characters.
           * Default: `""`.
           */
          prefix?: string | undefined
          encoding: SignatureEncoding
          /** HMAC-SHA256 over this. `id.timestamp.body`: Standard Webhooks, with `webhook-id` and `webhook-timestamp` */
          signed: SignedText
          timestamp?: {
            /** null: in the header of the signature, as `t=…` */
            header: string | null
            unit: TimestampUnit
            /** Default: `300`. */
            toleranceSeconds?: number | undefined
          } | null | undefined
        } | {
          by: 'header'
          /** Name of a header */
          header: string
        } | {
          by: 'address'
        } | undefined
        /** Requests in which this place has none of these texts are ignored */
        only?: {
          /** At most 400 characters. */
          place: string
          is: readonly string[]
        } | null | undefined
        /**
         * Requests in which something stands at this place are ignored
         * At most 400 characters.
         */
        unless?: string | null | undefined
        /** A list of answers, or an object of them, whose entries are found by key */
        answers?: {
          /** At most 400 characters. */
          list: string
          /**
           * Within an entry
           * At most 400 characters.
           */
          key: string
          /**
           * Within an entry: the question as a person reads it
           * At most 400 characters.
           */
          label?: string | null | undefined
          /**
           * Within an entry; null: under the name that its `type` has
           * At most 400 characters.
           */
          value: string | null
          /**
           * Within an entry: a list of {id, text} that its value names
           * At most 400 characters.
           */
          options?: string | null | undefined
        } | null | undefined
        /** Default: `{}`. */
        mapping?: {
          /** At most 400 characters. */
          email?: string | undefined
          /** At most 400 characters. */
          phone?: string | undefined
          /** At most 400 characters. */
          name?: string | undefined
          /** At most 400 characters. */
          first_name?: string | undefined
          /** At most 400 characters. */
          last_name?: string | undefined
          /** At most 400 characters. */
          company?: string | undefined
          /** At most 400 characters. */
          title?: string | undefined
          /** At most 400 characters. */
          note?: string | undefined
          /** At most 400 characters. */
          linkedin_url?: string | undefined
          /** At most 400 characters. */
          external_id?: string | undefined
        } | undefined
      }
      /**
       * What its requests are proven with
       * At most 512 characters.
       */
      secret?: string | undefined
    }
    output: {
      source: LeadSource
    }
    errors: 'bad_request' | 'lead_source_settings_invalid' | 'lead_source_limit' | WriteCode
  }
  /**
   * Change a lead source, or turn it on or off.
   * Omitted fields keep their values. A source that is off refuses requests within a second; their bodies are logged and can be replayed. A webhook whose proof comes to need a secret, and has none, gets one made by chance, which is answered here and never again.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-lead-source': {
    input: {
      leadSourceId: string
      /** At most 120 characters. */
      name?: string | undefined
      /** Of the same kind */
      settings?: {
        kind: 'google_ads'
      } | {
        kind: 'form'
        /** Default: `"en"`. */
        locale?: LeadFormLanguage | undefined
        /**
         * At most 120 characters.
         * Default: `""`.
         */
        heading?: string | undefined
        /**
         * Empty: the default text of the language
         * At most 60 characters.
         * Default: `""`.
         */
        button?: string | undefined
        /**
         * #rrggbb of the button
         * Default: `"#1f5f8b"`.
         */
        accent?: string | undefined
        fields: readonly {
          /** What a contact or lead has a place for, or a question of your own */
          kind: LeadFormFieldKind
          /** Under which its value is sent. Of a field such as `email`: the same as its kind */
          name: string
          /**
           * Empty: as the language calls it
           * At most 200 characters.
           * Default: `""`.
           */
          label?: string | undefined
          /** Default: `false`. */
          required?: boolean | undefined
          /**
           * Of a `choice`, and of `choices`, of which a visitor ticks any number
           * Default: `[]`.
           */
          options?: readonly string[] | undefined
          /**
           * Of a question: the key of a field of leads that the answer is set in (`save-field` with `inForms`)
           * At most 50 characters.
           */
          field?: string | null | undefined
        }[]
        /** A tick is kept as a claim about permission, never as an opt-in */
        consent?: {
          /**
           * Beside the box. Each version of it is kept
           * At most 2,000 characters.
           */
          text: string
          /**
           * The form can’t be sent without a tick
           * Default: `false`.
           */
          required?: boolean | undefined
        } | null | undefined
        /**
         * Of the consent text, counted by Foyer; ignored when sent
         * Default: `0`.
         */
        version?: number | undefined
        /** Default: `{"text":"","url":null}`. */
        thanks?: {
          /**
           * Empty: the default text of the language
           * At most 500 characters.
           * Default: `""`.
           */
          text?: string | undefined
          /**
           * Where visitors are led after sending, on a website of the list. Null: the text is shown
           * At most 2,048 characters.
           */
          url?: string | null | undefined
        } | undefined
        /**
         * Websites whose pages may send it, such as https://www.example.com; a page URL is reduced to its origin
         * Default: `[]`.
         */
        origins?: readonly string[] | undefined
      } | {
        kind: 'meta'
        /** A connection to Meta */
        connectionId: string
        /** A page that `list-meta-pages` lists */
        pageId: string
        /**
         * As people call it
         * At most 255 characters.
         */
        pageName: string
        /** Of the page; null: all of them, later ones too */
        formIds: readonly string[] | null
        /**
         * When it is made: leads of so many days before come in, too. Meta keeps them for 90. Later: `poll-meta-source`
         * Default: `0`.
         */
        earlierDays?: number | undefined
      } | {
        kind: 'webhook'
        /**
         * The preset that it was made from
         * Default: `"generic"`.
         */
        service?: string | undefined
        /** Default: `{"by":"address"}`. */
        proof?: {
          by: 'signature'
          /** Name of a header */
          header: string
          /**
           * Before the signature in its header, such as `sha256=`
           * At most 32 characters.
           * Default: `""`.
           */
          prefix?: string | undefined
          encoding: SignatureEncoding
          /** HMAC-SHA256 over this. `id.timestamp.body`: Standard Webhooks, with `webhook-id` and `webhook-timestamp` */
          signed: SignedText
          timestamp?: {
            /** null: in the header of the signature, as `t=…` */
            header: string | null
            unit: TimestampUnit
            /** Default: `300`. */
            toleranceSeconds?: number | undefined
          } | null | undefined
        } | {
          by: 'header'
          /** Name of a header */
          header: string
        } | {
          by: 'address'
        } | undefined
        /** Requests in which this place has none of these texts are ignored */
        only?: {
          /** At most 400 characters. */
          place: string
          is: readonly string[]
        } | null | undefined
        /**
         * Requests in which something stands at this place are ignored
         * At most 400 characters.
         */
        unless?: string | null | undefined
        /** A list of answers, or an object of them, whose entries are found by key */
        answers?: {
          /** At most 400 characters. */
          list: string
          /**
           * Within an entry
           * At most 400 characters.
           */
          key: string
          /**
           * Within an entry: the question as a person reads it
           * At most 400 characters.
           */
          label?: string | null | undefined
          /**
           * Within an entry; null: under the name that its `type` has
           * At most 400 characters.
           */
          value: string | null
          /**
           * Within an entry: a list of {id, text} that its value names
           * At most 400 characters.
           */
          options?: string | null | undefined
        } | null | undefined
        /** Default: `{}`. */
        mapping?: {
          /** At most 400 characters. */
          email?: string | undefined
          /** At most 400 characters. */
          phone?: string | undefined
          /** At most 400 characters. */
          name?: string | undefined
          /** At most 400 characters. */
          first_name?: string | undefined
          /** At most 400 characters. */
          last_name?: string | undefined
          /** At most 400 characters. */
          company?: string | undefined
          /** At most 400 characters. */
          title?: string | undefined
          /** At most 400 characters. */
          note?: string | undefined
          /** At most 400 characters. */
          linkedin_url?: string | undefined
          /** At most 400 characters. */
          external_id?: string | undefined
        } | undefined
      } | undefined
      /** At most 512 characters. */
      secret?: string | undefined
      isOn?: boolean | undefined
    }
    output: {
      source: LeadSource
    }
    errors: 'bad_request' | 'lead_source_settings_invalid' | 'lead_source_not_found' | WriteCode
  }
  /**
   * Show the code of a website form.
   * What to copy into a website for a lead source of the kind `form`: a script tag, or HTML that needs no script. `consent_texts` has what each version of its consent said, newest first, 200 at most.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-lead-form': {
    input: {
      leadSourceId: string
    }
    output: {
      /** Put it where the form should appear */
      script: string
      /** The form as plain HTML, as it is now: copy it again after a change */
      html: string
      /** The form on a page of its own */
      page_url: string
      /** A sandbox page with both; null without the sandbox */
      try_url: string | null
      consent_texts: LeadFormConsentText[]
    }
    errors: 'lead_source_settings_invalid' | 'lead_source_not_found' | ReadCode
  }
  /**
   * Show the fields of what a webhook sent last.
   * The newest request to the source that was kept, whatever became of it, taken apart for the choice of fields. `proposed` goes by names and by what the texts look like; nothing is changed by it.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-lead-source-sample': {
    input: {
      leadSourceId: string
    }
    output: {
      /** null: nothing came as yet */
      sample: LeadSourceSample | null
    }
    errors: 'lead_source_not_found' | ReadCode
  }
  /**
   * List requests to the lead API.
   * Newest first: every request with a valid key or to a lead source, including rejected, held and test ones. Bodies are excerpts with email addresses, phone numbers and secrets masked. Requests that created a lead are kept as long as the lead; the rest for 90 days.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-deliveries': {
    input: {
      /** An API key or a lead source */
      keyId?: string | undefined
      outcome?: DeliveryOutcome | undefined
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      from?: string | undefined
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      to?: string | undefined
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      deliveries: Delivery[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show a request to the lead API.
   * With the body to the letter, and, of the lead API, a line for a shell that sends it again. Headers are not kept. `body.text` is null when the bytes are not UTF-8: then `body.base64` holds them.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-delivery': {
    input: {
      deliveryId: string
    }
    output: {
      delivery: DeliveryDetail
    }
    errors: 'delivery_not_found' | ReadCode
  }
  /**
   * Make a lead of a rejected, held or conflicting request.
   * Processes `body`, or the original body if omitted, by the rules of `POST /v1/leads`, and accepts the lead as if it had just arrived.
   * A request to a lead source is read by the settings of the source as they are now; a held one is released by this.
   * With `asOwnLead` the lead is made under a new `external_id`, that of the request, and the one that was sent stands in its metadata: the way to accept a request with `external_id_conflict`, whose id was that of another person’s lead.
   * Remaining errors return the same code and field as there, and the request stays rejected. A request is accepted once, however often this is called. The monthly quota applies; the rate limit of the key does not.
   * With `dryRun` nothing is stored: the response says what would happen, and its ids are null.
   * Admins and owners · writes · 120 per 60 s
   */
  'replay-delivery': {
    input: {
      deliveryId: string
      body?: string | undefined
      /**
       * Also where a lead of its `external_id` exists
       * Default: `false`.
       */
      asOwnLead?: boolean | undefined
      /** Default: `false`. */
      dryRun?: boolean | undefined
    }
    output: {
      lead_id: string | null
      contact_id: string | null
      deduplicated: boolean
      delivery_id: string | null
      unused_fields: string[]
    }
    errors: 'body_empty' | 'body_forbidden_key' | 'body_not_json' | 'body_not_object' | 'body_not_utf8' | 'body_too_deep' | 'consent_date_invalid' | 'consent_invalid' | 'contact_missing' | 'email_malformed' | 'external_id_invalid' | 'field_bad_text' | 'field_too_long' | 'field_wrong_type' | 'form_consent_missing' | 'form_field_missing' | 'linkedin_url_invalid' | 'phone_unreadable' | 'delivery_not_found' | 'delivery_already_mended' | 'delivery_body_missing' | 'delivery_not_rejected' | 'body_too_large' | 'lead_source_mapping_empty' | 'lead_source_unmapped' | 'quota_exceeded' | WriteCode
  }
  /**
   * Make leads of the rejected, held or conflicting requests of a lead source.
   * Up to 200 of them, oldest first, each by the settings of the source as they are now. Call again with `next_cursor` until it is null. Those that still have an error stay as they are. Requests that did not prove who sent them, those of a website that is not on the list of its form, and those that would make no lead now, as a robot’s or a test, are left to be looked at one by one. Of `conflict`, each becomes a lead of its own, as with `asOwnLead` of `replay-delivery`.
   * Admins and owners · writes · 120 per 60 s
   */
  'replay-deliveries': {
    input: {
      leadSourceId: string
      /**
       * `conflict`: with the `external_id` of another person’s lead
       * Default: `"rejected"`.
       */
      which?: ReplayableRequests | undefined
      cursor?: string | undefined
    }
    output: {
      accepted: number
      /** Made no lead */
      rejected: number
      /** Of these, the ones that are left to be looked at one by one */
      left: number
      next_cursor: string | null
    }
    errors: 'lead_source_not_found' | 'quota_exceeded' | WriteCode
  }
  /**
   * List the pages of a connection to Meta.
   * Those that the account was allowed to show here.
   * Admins and owners · reads · 30 per 60 s
   */
  'list-meta-pages': {
    input: {
      connectionId: string
    }
    output: {
      pages: MetaPage[]
    }
    errors: 'consent_failed' | 'connection_not_found' | 'connection_needs_consent' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | ReadCode
  }
  /**
   * List the lead forms of a page at Meta.
   * Newest first, archived ones included.
   * Admins and owners · reads · 30 per 60 s
   */
  'list-meta-forms': {
    input: {
      connectionId: string
      pageId: string
    }
    output: {
      forms: MetaForm[]
    }
    errors: 'consent_failed' | 'connection_not_found' | 'connection_needs_consent' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | ReadCode
  }
  /**
   * Show how a page of Meta works as a lead source.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-meta-source': {
    input: {
      leadSourceId: string
    }
    output: {
      page: MetaSource
    }
    errors: 'meta_source_not_found' | ReadCode
  }
  /**
   * Look at Meta now for leads of a page.
   * Polls the forms of the page, and fetches announced leads again that wait or could not be fetched for three days. With `days`, also leads from before the page was a source, as new ones. A page in trouble is connected anew.
   * Admins and owners · writes · 10 per 60 s
   */
  'poll-meta-source': {
    input: {
      leadSourceId: string
      /** Also leads of so many days that are not here; Meta keeps them for 90 */
      days?: number | undefined
    }
    output: {
      success: true
      /** Announced ones that are fetched again */
      leads: number
    }
    errors: 'meta_source_not_found' | 'meta_page_not_ready' | WriteCode
  }
  /**
   * Have Meta send a test lead of a form.
   * A form has one test lead at a time: an older one is deleted at Meta. It makes no lead here, and appears in the request log as a test once Meta has announced it.
   * Admins and owners · writes · 10 per 60 s
   */
  'send-meta-test-lead': {
    input: {
      leadSourceId: string
      formId: string
    }
    output: {
      success: true
      /** Meta’s */
      lead_id: string
    }
    errors: 'consent_failed' | 'connection_not_found' | 'meta_source_not_found' | 'connection_needs_consent' | 'meta_page_not_ready' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * List companies, newest first.
   * `search` matches the beginnings of words of the name or the domain, of the newest 5,000 companies any part of them. Of more than 1,000 companies with these words, it finds the newest 1,000.
   * Any member · reads · 600 per 60 s
   */
  'list-companies': {
    input: {
      /** At most 200 characters. */
      search?: string | undefined
      /**
       * Field to sort by, descending with a minus. A cursor holds for the order it was given in.
       * Default: `"-created_at"`.
       */
      order?: '-created_at' | 'created_at' | 'name' | '-name' | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      companies: Company[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Create a company.
   * Companies are also created automatically from work email domains.
   * Any member · writes · 120 per 60 s
   */
  'create-company': {
    input: {
      /** At most 255 characters. */
      name: string
      /**
       * `acme.example`, or the URL of its website
       * At most 300 characters.
       */
      domain?: string | undefined
      /** A member of the workspace; without it the caller; null: without an owner */
      ownerId?: string | null | undefined
    }
    output: {
      success: true
      company: Company
    }
    errors: 'company_domain_invalid' | 'person_not_found' | 'company_exists' | WriteCode
  }
  /**
   * Update the name, domain or owner of a company.
   * Omitted fields keep their values. `null` removes the domain or the owner.
   * Any member · writes · 120 per 60 s
   */
  'update-company': {
    input: {
      companyId: string
      /** At most 255 characters. */
      name?: string | undefined
      /** At most 300 characters. */
      domain?: string | null | undefined
      /** A member of the workspace; null: without an owner */
      ownerId?: string | null | undefined
      /** The values that the caller saw, as they were answered: where one of the fields to be changed is another by now, nothing is changed (`record_changed`) */
      was?: {
        /** At most 300 characters. */
        name?: string | undefined
        /** At most 300 characters. */
        domain?: string | null | undefined
        /** At most 300 characters. */
        ownerId?: string | null | undefined
      } | undefined
    }
    output: {
      success: true
      company: Company
    }
    errors: 'company_domain_invalid' | 'company_not_found' | 'person_not_found' | 'company_exists' | 'record_changed' | WriteCode
  }
  /**
   * Merge two companies.
   * The source is then shown as the target, with all its contacts, deals, notes, files, tags and fields; the target keeps its own values and gets the domain and the owner that it lacks. Email addresses at the domain of either belong to it. The id of the source answers with the target. Nothing is moved or lost: `undo-company-merge` undoes it completely. `mergeId` is null if they were already merged.
   * Any member · writes · 120 per 60 s
   */
  'merge-companies': {
    input: {
      sourceId: string
      /** The company to keep */
      targetId: string
      /** At most 500 characters. */
      reason?: string | undefined
    }
    output: {
      success: true
      mergeId: string | null
    }
    errors: 'merge_companies_same' | 'company_not_found' | 'record_in_bin' | WriteCode
  }
  /**
   * Undo a merge of two companies.
   * Both companies are separate again, each with its own contacts, deals, notes, files, tags and fields, and the target loses the domain and the owner that it had only from the source.
   * Any member · writes · 120 per 60 s
   */
  'undo-company-merge': {
    input: {
      /** As `merge-companies` and `show-company` answer it */
      mergeId: string
    }
    output: {
      success: true
    }
    errors: 'company_merge_not_found' | WriteCode
  }
  /**
   * Show the board of a pipeline with its stages and deals.
   * Each column contains its first 50 deals, their number, and their value by currency, plain and weighted by their chance; `list-stage-deals` continues from `next_cursor`. Without `pipelineId`, the default pipeline. `search` matches the beginnings of words of the deal, business or company name, or of the name, email address or number of one of its contacts; of the newest 1,000 deals any part of them. Of more than 1,000 deals with these words, it finds the newest 1,000. With it, numbers and values are of the deals found.
   * Any member · reads · 600 per 60 s
   */
  'show-board': {
    input: {
      pipelineId?: string | undefined
      /** The id of a member, or `nobody` for unassigned deals */
      assignedTo?: string | 'nobody' | undefined
      /** At most 200 characters. */
      search?: string | undefined
    }
    output: {
      pipeline: Reference
      pipelines: BoardPipeline[]
      stages: BoardStage[]
    }
    errors: 'pipeline_not_found' | ReadCode
  }
  /**
   * List deals, newest first.
   * `search` matches the beginnings of words of the deal, business or company name, or of the name, email address or number of one of its contacts; of the newest 1,000 deals any part of them. Of more than 1,000 deals with these words, it finds the newest 1,000. Deals merged into another one are only listed with `state: "linked"`. By value they are grouped by currency; those without a value come last.
   * Any member · reads · 600 per 60 s
   */
  'list-deals': {
    input: {
      pipelineId?: string | undefined
      stageId?: string | undefined
      state?: DealState | undefined
      /** The id of a member, or `nobody` for unassigned deals */
      assignedTo?: string | 'nobody' | undefined
      /** Deals of this contact, by any of its merged records; those in which it is a further one, too */
      contactId?: string | undefined
      /** At most 200 characters. */
      search?: string | undefined
      /**
       * Field to sort by, descending with a minus. A cursor holds for the order it was given in.
       * Default: `"-created_at"`.
       */
      order?: '-created_at' | 'created_at' | '-value_minor' | 'value_minor' | 'name' | '-name' | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      deals: Deal[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * List the deals of one board column, from the top.
   * `search` matches the beginnings of words of the deal, business or company name, or of the name, email address or number of one of its contacts; of the newest 1,000 deals any part of them. Of more than 1,000 deals with these words, it finds the newest 1,000.
   * Any member · reads · 600 per 60 s
   */
  'list-stage-deals': {
    input: {
      stageId: string
      /** The id of a member, or `nobody` for unassigned deals */
      assignedTo?: string | 'nobody' | undefined
      /** At most 200 characters. */
      search?: string | undefined
      /** `next_cursor` of the column or of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      deals: Deal[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show a deal with its people, request, moves, assignments, tasks and profile.
   * `asked` is what the prospect wrote, and `prd` the requirements document sent with it or written from it: untrusted text, to be displayed as text. Moves and assignments are listed newest first; tasks with open ones first.
   * Any member · reads · 600 per 60 s
   */
  'show-deal': {
    input: {
      dealId: string
    }
    output: {
      deal: DealDetail
      tags: Tag[]
      fields: FieldValues
      /** The further contacts, beside `deal.contact` */
      people: DealPerson[]
      moves: DealMove[]
      assignments: DealAssignment[]
      tasks: Task[]
      facts: Fact[]
      /** The ad or post through which the contact first wrote on WhatsApp */
      referral: FirstReferral | null
    }
    errors: 'deal_not_found' | ReadCode
  }
  /**
   * Create a deal.
   * Pass exactly one of a contact, a lead, or a new contact (`client`, matched by email address or number, and restored from the bin). If the lead already has an open deal, that one is returned. The deal is assigned to the owner of the lead, else to the caller; with an API key, by round robin.
   * Any member · writes · 120 per 60 s
   */
  'create-deal': {
    input: {
      contactId?: string | undefined
      leadId?: string | undefined
      client?: {
        /** At most 255 characters. */
        name?: string | undefined
        /** At most 254 characters. */
        email?: string | undefined
        /** At most 64 characters. */
        phone?: string | undefined
      } | undefined
      /**
       * Default: that of the contact
       * At most 255 characters.
       */
      name?: string | undefined
      /** At most 255 characters. */
      businessName?: string | undefined
      /** Default: where the contact works */
      companyId?: string | undefined
      /** Default: the default pipeline */
      pipelineId?: string | undefined
      /** Default: the first stage. Behind it, the deal needs the fields that are required on the way there */
      stageId?: string | undefined
      valueMinor?: number | null | undefined
      /** Required with an amount */
      currency?: string | null | undefined
      /** Fields of the deal, as `set-fields` takes them */
      fields?: { [name: string]: string | number | boolean | { [name: string]: unknown } | readonly unknown[] | null } | undefined
    }
    output: {
      success: true
      deal: Deal
    }
    errors: 'bad_request' | 'field_value_invalid' | 'missing_field' | 'phone_unreadable' | 'company_not_found' | 'contact_not_found' | 'field_not_found' | 'lead_not_found' | 'pipeline_not_found' | 'stage_not_found' | 'contact_taken' | 'fields_missing' | 'record_in_bin' | WriteCode
  }
  /**
   * Update the name, value, expected close or chance of a deal.
   * Omitted fields keep their values. `valueMinor: null` removes the value.
   * Any member · writes · 120 per 60 s
   */
  'update-deal': {
    input: {
      dealId: string
      /** At most 255 characters. */
      name?: string | undefined
      /** At most 255 characters. */
      businessName?: string | null | undefined
      valueMinor?: number | null | undefined
      /** Required with the first amount */
      currency?: string | null | undefined
      /** When it is expected to close; null removes it */
      closeOn?: string | null | undefined
      /** Per cent; null: that of its stage */
      chance?: number | null | undefined
      /** The values that the caller saw, as they were answered: where one of the fields to be changed is another by now, nothing is changed (`record_changed`) */
      was?: {
        /** At most 300 characters. */
        name?: string | undefined
        /** At most 300 characters. */
        businessName?: string | null | undefined
        valueMinor?: number | null | undefined
        /** At most 10 characters. */
        currency?: string | null | undefined
        closeOn?: string | null | undefined
        chance?: number | null | undefined
      } | undefined
    }
    output: {
      success: true
      deal: Deal
    }
    errors: 'missing_field' | 'deal_not_found' | 'record_changed' | WriteCode
  }
  /**
   * Set the contacts of a deal.
   * Its first contact, whom its conversation, documents and proposals are with, and the further ones. A merged contact counts as the canonical one. `contactId: null`: the deal stands with its company, or alone. Omitted fields keep their values.
   * Any member · writes · 120 per 60 s
   */
  'set-deal-people': {
    input: {
      dealId: string
      /** The first contact; null: none */
      contactId?: string | null | undefined
      /** The further contacts, all of them */
      others?: readonly string[] | undefined
    }
    output: {
      success: true
      deal: Deal
      /** The further contacts */
      people: DealPerson[]
    }
    errors: 'contact_not_found' | 'deal_not_found' | 'conflict' | 'deal_linked' | 'record_in_bin' | WriteCode
  }
  /**
   * Move a deal to another stage or position.
   * Every stage change is recorded, with its author and reason. A lost deal needs a reason; moving a won or lost one back reopens it. `beforeDealId`: place it directly above that deal; `afterDealId`: directly below; neither, or a deal that has left the stage meanwhile: at the top. Where a field is required at the stage, or at one before it, and the deal has no value of it, it stays where it is: `missing` of the error lists these fields.
   * Any member · writes · 600 per 60 s
   */
  'move-deal': {
    input: {
      dealId: string
      stageId: string
      beforeDealId?: string | undefined
      afterDealId?: string | undefined
      /** At most 1,000 characters. */
      why?: string | undefined
      /**
       * Required for a lost stage
       * At most 1,000 characters.
       */
      lostReason?: string | undefined
      /** Sets fields of the deal along with it, as `set-fields` does */
      fields?: { [name: string]: string | number | boolean | { [name: string]: unknown } | readonly unknown[] | null } | undefined
    }
    output: {
      success: true
      deal: Deal
      /** For `undo-move`; absent where the deal stayed in its stage */
      moveId?: string
    }
    errors: 'field_value_invalid' | 'lost_reason_needed' | 'deal_not_found' | 'field_not_found' | 'stage_not_found' | 'deal_linked' | 'fields_missing' | WriteCode
  }
  /**
   * Undo the last move of a deal.
   * The deal stands where it stood, in its earlier stage and place, and since when it stood there: the time in the stage goes on as if it had not been moved. Only the newest move of a deal can be undone.
   * Any member · writes · 600 per 60 s
   */
  'undo-move': {
    input: {
      dealId: string
      /** As `move-deal` answered it */
      moveId: string
    }
    output: {
      success: true
      deal: Deal
    }
    errors: 'deal_not_found' | 'stage_not_found' | 'deal_moved_since' | WriteCode
  }
  /**
   * Assign a deal, or unassign it.
   * A manual assignment does not count for round robin. The deal records who assigned it, and why.
   * Any member · writes · 120 per 60 s
   */
  'assign-deal': {
    input: {
      dealId: string
      /** A member of the workspace; null: unassigned */
      userId: string | null
      /** At most 1,000 characters. */
      reason?: string | undefined
    }
    output: {
      success: true
      deal: Deal
    }
    errors: 'deal_not_found' | 'person_not_found' | WriteCode
  }
  /**
   * List pipelines with their stages, the default one first.
   * A workspace starts with one: `new_lead`, `qualified`, `proposal`, `negotiation`, `won`, `lost`. `deals` counts all deals in a stage, including closed ones; `open_deals` those that prevent archiving it.
   * Any member · reads · 120 per 60 s
   */
  'list-pipelines': {
    input: Record<never, never>
    output: {
      pipelines: Pipeline[]
    }
    errors: ReadCode
  }
  /**
   * Create or update a pipeline.
   * `stages` lists all stages in order: one without `id` is added, and a missing one is archived unless it has open deals. Renaming a stage keeps its slug. A pipeline has at least one open, one won and one lost stage. Without `pipelineId` a new pipeline is created.
   * Admins and owners · writes · 120 per 60 s
   */
  'save-pipeline': {
    input: {
      pipelineId?: string | undefined
      /** At most 100 characters. */
      name: string
      /** True: makes it the default pipeline for new deals. False changes nothing */
      isDefault?: boolean | undefined
      stages: readonly {
        id?: string | undefined
        /** At most 100 characters. */
        name: string
        /** Default: `"open"`. */
        kind?: StageKind | undefined
        /** Per cent: how likely its deals are won. Of open stages; left out, it stays as it is */
        chance?: number | null | undefined
      }[]
    }
    output: {
      success: true
      pipeline: Pipeline
    }
    errors: 'bad_request' | 'pipeline_incomplete' | 'pipeline_not_found' | 'stage_not_found' | 'stage_in_use' | 'stage_kind_fixed' | WriteCode
  }
  /**
   * Archive a pipeline.
   * Its closed deals stay readable. A pipeline with open deals, or the default one, cannot be archived.
   * Admins and owners · writes · 120 per 60 s
   */
  'archive-pipeline': {
    input: {
      pipelineId: string
    }
    output: {
      success: true
    }
    errors: 'pipeline_not_found' | 'pipeline_in_use' | WriteCode
  }
  /**
   * List tasks, most urgent first.
   * Tasks of closed deals are hidden until the deal reopens. `done: true`: completed tasks, newest first. `assignedTo: "me"` means the caller’s own; an API key has none. Of a company the newest 500 contacts and deals count.
   * Any member · reads · 600 per 60 s
   */
  'list-tasks': {
    input: {
      assignedTo?: string | 'me' | undefined
      dealId?: string | undefined
      contactId?: string | undefined
      /** Its own tasks, and those of its contacts and deals */
      companyId?: string | undefined
      done?: boolean | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      tasks: Task[]
      next_cursor: string | null
    }
    errors: 'bad_request' | 'company_not_found' | ReadCode
  }
  /**
   * Add a task to a deal, contact or company.
   * To a deal, a contact, a company, several of them, or none. Assigned to the owner of the deal, else to the caller, unless `assignedTo` is set.
   * Any member · writes · 120 per 60 s
   */
  'add-task': {
    input: {
      dealId?: string | undefined
      contactId?: string | undefined
      companyId?: string | undefined
      /**
       * `wait`: waiting for the other side
       * Default: `"next_action"`.
       */
      kind?: TaskKind | undefined
      /** At most 500 characters. */
      title: string
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      dueAt?: string | undefined
      assignedTo?: string | null | undefined
    }
    output: {
      success: true
      task: Task
    }
    errors: 'company_not_found' | 'contact_not_found' | 'deal_not_found' | 'person_not_found' | 'record_in_bin' | WriteCode
  }
  /**
   * Complete a task and set the next step.
   * An open deal without a next step causes a notice within two minutes, so send `next` along: the next task, or what you are waiting for. It is assigned to the assignee of the completed task.
   * Any member · writes · 120 per 60 s
   */
  'complete-task': {
    input: {
      taskId: string
      /** At most 1,000 characters. */
      outcome?: string | undefined
      next?: {
        /**
         * `wait`: waiting for the other side
         * Default: `"next_action"`.
         */
        kind?: TaskKind | undefined
        /** At most 500 characters. */
        title: string
        /**
         * RFC 3339, such as 2026-11-21T10:00:00Z
         * RFC 3339.
         */
        dueAt?: string | undefined
      } | undefined
    }
    output: {
      success: true
      task: Task
      next: Task | null
    }
    errors: 'task_not_found' | 'task_done' | WriteCode
  }
  /**
   * Open a completed task again.
   * Its outcome is removed. A task that is open stays as it is; a next step that was added when it was completed stays too.
   * Any member · writes · 120 per 60 s
   */
  'reopen-task': {
    input: {
      taskId: string
    }
    output: {
      success: true
      task: Task
    }
    errors: 'task_not_found' | WriteCode
  }
  /**
   * Reschedule, rename or reassign a task.
   * Only open tasks change: reopen a completed one first. Omitted fields keep their values; `dueAt: null` removes the date. A new assignee is notified. The time by which a first reply is due stays the same, whenever its task is due.
   * Any member · writes · 120 per 60 s
   */
  'update-task': {
    input: {
      taskId: string
      /** At most 500 characters. */
      title?: string | undefined
      /** `wait`: waiting for the other side */
      kind?: TaskKind | undefined
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      dueAt?: string | null | undefined
      /** A member of the workspace; null: without an owner */
      assignedTo?: string | null | undefined
      /** The values that the caller saw, as they were answered: where one of the fields to be changed is another by now, nothing is changed (`record_changed`) */
      was?: {
        /** At most 1,000 characters. */
        title?: string | undefined
        kind?: TaskKind | undefined
        /**
         * RFC 3339, such as 2026-11-21T10:00:00Z
         * RFC 3339.
         */
        dueAt?: string | null | undefined
        assignedTo?: string | null | undefined
      } | undefined
    }
    output: {
      success: true
      task: Task
    }
    errors: 'person_not_found' | 'task_not_found' | 'record_changed' | 'record_in_bin' | 'task_done' | WriteCode
  }
  /**
   * List the round-robin rotation.
   * A deal goes to the available admin or owner with the fewest round-robin assignments; on a tie, to the one whose last assignment is longest ago. New and returning members start level with the others. Manual assignments do not count.
   * Any member · reads · 120 per 60 s
   */
  'list-turns': {
    input: Record<never, never>
    output: {
      turns: RotationMember[]
    }
    errors: ReadCode
  }
  /**
   * Mark a member as away or back.
   * Members who are away get no deals by round robin. Without `until`, the absence is open-ended; `here: true` ends it. Members can set their own absence, admins any.
   * Any member · writes · 120 per 60 s
   */
  'set-absence': {
    input: {
      /** A member of the workspace */
      userId: string
      /**
       * Default: now
       * RFC 3339.
       */
      from?: string | undefined
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      until?: string | null | undefined
      here?: true | undefined
    }
    output: {
      success: true
      turns: RotationMember[]
    }
    errors: 'bad_request' | 'forbidden' | 'person_not_found' | WriteCode
  }
  /**
   * Show response times and the longest wait.
   * For the last 30 days: deals waiting for a first reply, and leads without a deal, except imported ones. The median is in minutes, of those that got a reply. `worst` is the longest wait now. At most 10,000 are counted as waiting.
   * Any member · reads · 120 per 60 s
   */
  'show-response-times': {
    input: Record<never, never>
    output: {
      target_minutes: number
      /** Null: no replies yet */
      median_minutes: number | null
      answered: number
      /** 10,000 means that many or more */
      waiting: number
      /** Of those waiting, how many have waited longer than the target */
      late: number
      worst: LongestWait | null
      by_person: MemberResponseTime[]
    }
    errors: ReadCode
  }
  /**
   * Show a company with its profile, contacts and deals.
   * Includes its newest 50 contacts and deals, also those of companies that were merged into it; the id of one of these answers with the company that stands for it. AI results show the model and the time.
   * Any member · reads · 600 per 60 s
   */
  'show-company': {
    input: {
      companyId: string
    }
    output: {
      company: Company
      tags: Tag[]
      fields: FieldValues
      facts: Fact[]
      contacts: CompanyContact[]
      deals: Deal[]
      /** So many of its contacts, and of its deals, count in its timeline and in the lists of what belongs to it: the newest. Null: all of them */
      counts_newest: number | null
      /** The companies that were merged into it, the newest first */
      merges: CompanyMerge[]
    }
    errors: 'company_not_found' | ReadCode
  }
  /**
   * Enrich the business of a deal.
   * Asks Gemini with the business name and its email domain; no personal data is sent. Results fill empty fields, and are proposed where a person has set a value. If Gemini returns an error, so does this action, with 500.
   * Any member · writes · 20 per 60 s
   */
  'enrich-project': {
    input: {
      /** The deal */
      projectId: string
    }
    output: {
      success: true
      /** The results, null if none. Untrusted text: display it as text */
      enriched: {
        industry: string | null
        employees: string | null
        website: string | null
        address: string | null
        logo: string | null
        summary: string | null
      }
    }
    errors: 'deal_not_found' | 'ai_failed' | WriteCode
  }
  /**
   * Enrich a company profile.
   * Asks Gemini with the name and the domain. Results fill empty fields, and are proposed where a person has set a value. If Gemini returns an error, so does this action, with 500.
   * Any member · writes · 20 per 60 s
   */
  'enrich-organization': {
    input: {
      /** The company */
      organizationId: string
    }
    output: {
      success: true
      /** The results, null if none. Untrusted text: display it as text */
      enriched: {
        industry: string | null
        description: string | null
        founded: string | null
        employees: string | null
      }
    }
    errors: 'company_not_found' | 'ai_failed' | WriteCode
  }
  /**
   * Set a field of a deal’s business or of a company.
   * A value set by a person is pinned: later AI results are only proposed. `value: null` clears the field, and AI may fill it again. What an API key or a workflow sets fills a blank, or replaces what AI or a program found; beside a pinned value it is proposed, and it clears none.
   * Any member · writes · 120 per 60 s
   */
  'set-fact': {
    input: {
      subjectKind: 'deal' | 'company'
      /** The deal or the company */
      subjectId: string
      /**
       * For a deal: industry, employees, website, address, logo, summary. For a company: industry, description, founded, employees
       * At most 100 characters.
       */
      field: string
      /** At most 4,000 characters. */
      value: string | null
    }
    output: {
      success: true
      facts: Fact[]
    }
    errors: 'fact_field_unknown' | 'fact_value_invalid' | 'company_not_found' | 'deal_not_found' | WriteCode
  }
  /**
   * Accept an AI suggestion.
   * From then on it counts as set by a person, and still shows its origin.
   * Any member · writes · 120 per 60 s
   */
  'accept-fact': {
    input: {
      factId: string
    }
    output: {
      success: true
      facts: Fact[]
    }
    errors: 'fact_not_found' | 'fact_not_proposed' | WriteCode
  }
  /**
   * Dismiss an AI suggestion.
   * The same value is not proposed again.
   * Any member · writes · 120 per 60 s
   */
  'dismiss-fact': {
    input: {
      factId: string
    }
    output: {
      success: true
      facts: Fact[]
    }
    errors: 'fact_not_found' | 'fact_not_proposed' | WriteCode
  }
  /**
   * List contacts, newest first.
   * Merged contacts are listed once. A search may return fewer than a page holds and still have more, and is always newest first.
   * Any member · reads · 600 per 60 s
   */
  'list-contacts': {
    input: {
      /** At most 200 characters. */
      search?: string | undefined
      /**
       * Field to sort by, descending with a minus. A cursor holds for the order it was given in.
       * Default: `"-created_at"`.
       */
      order?: '-created_at' | 'created_at' | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      contacts: Contact[]
      next_cursor: string | null
      /** With a search: how many seconds it is behind, 0 where it is up to date. The newest records are not found until then */
      search_behind_seconds: number | null
    }
    errors: 'order_with_search' | ReadCode
  }
  /**
   * Show a contact with its leads, deals, identities and merges.
   * A merged contact returns the canonical one: see `contact.id`. Leads, deals and identities are those of all merged contacts.
   * Any member · reads · 600 per 60 s
   */
  'show-contact': {
    input: {
      contactId: string
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      contact: Contact
      company: Reference | null
      tags: Tag[]
      fields: FieldValues
      identities: Identity[]
      /** Unverified claims about this contact or its email addresses and numbers; open ones, newest first */
      claims: Claim[]
      /** Newest first, including undone ones */
      merges: Merge[]
      /** The newest 50 */
      deals: ContactDeal[]
      leads: ContactLead[]
      /** The ad or post through which they first wrote on WhatsApp */
      referral: FirstReferral | null
      /** Of the leads */
      next_cursor: string | null
    }
    errors: 'contact_not_found' | ReadCode
  }
  /**
   * Create a contact, or complete the one who has the email address or number.
   * A contact who is known by the email address or the number is not made a second time: what they lack is filled, nothing is overwritten, and `created` is false; one in the bin is restored. Two who are known are not joined: use `merge-contacts`.
   * Any member · writes · 120 per 60 s
   */
  'create-contact': {
    input: {
      /**
       * This, `email` or `phone` is required
       * At most 255 characters.
       */
      fullName?: string | null | undefined
      /** At most 254 characters. */
      email?: string | null | undefined
      /**
       * International with +, or in the national format of the default country
       * At most 64 characters.
       */
      phone?: string | null | undefined
      /** At most 255 characters. */
      company?: string | null | undefined
      /** At most 255 characters. */
      jobTitle?: string | null | undefined
      /** At most 2,048 characters. */
      linkedinUrl?: string | null | undefined
      /** A member of the workspace; without it the caller; null: without an owner */
      ownerId?: string | null | undefined
    }
    output: {
      success: true
      contact: Contact
      /** False: they were a contact already */
      created: boolean
    }
    errors: 'email_malformed' | 'linkedin_url_invalid' | 'missing_field' | 'phone_unreadable' | 'person_not_found' | 'contact_taken' | WriteCode
  }
  /**
   * Find contacts and companies that are probably the one who is typed.
   * For a form, while it is filled in: at most five of each, the surest first, with the reason. An email address and a number say who someone is; a name is a hint.
   * Any member · reads · 600 per 60 s
   */
  'find-duplicates': {
    input: {
      /** At most 255 characters. */
      name?: string | undefined
      /** At most 254 characters. */
      email?: string | undefined
      /** At most 64 characters. */
      phone?: string | undefined
      /** At most 255 characters. */
      company?: string | undefined
      /**
       * Of a company
       * At most 300 characters.
       */
      domain?: string | undefined
    }
    output: {
      contacts: ProbableContact[]
      companies: ProbableCompany[]
    }
    errors: ReadCode
  }
  /**
   * Update a contact.
   * Omitted fields keep their values; `null` or a blank clears one. The contact is then identified by its new email address or number, no longer by the old one. One that belongs to another contact is rejected: if they are the same person, use `merge-contacts`.
   * Any member · writes · 120 per 60 s
   */
  'update-contact': {
    input: {
      contactId: string
      /** At most 255 characters. */
      fullName?: string | null | undefined
      /** At most 254 characters. */
      email?: string | null | undefined
      /**
       * International with +, or in the national format of the default country
       * At most 64 characters.
       */
      phone?: string | null | undefined
      /** At most 255 characters. */
      company?: string | null | undefined
      /** At most 255 characters. */
      jobTitle?: string | null | undefined
      /** At most 2,048 characters. */
      linkedinUrl?: string | null | undefined
      /** A member of the workspace; null: without an owner */
      ownerId?: string | null | undefined
      /** The values that the caller saw, as they were answered: where one of the fields to be changed is another by now, nothing is changed (`record_changed`) */
      was?: {
        /** At most 4,000 characters. */
        fullName?: string | null | undefined
        /** At most 4,000 characters. */
        email?: string | null | undefined
        /** At most 4,000 characters. */
        phone?: string | null | undefined
        /** At most 4,000 characters. */
        company?: string | null | undefined
        /** At most 4,000 characters. */
        jobTitle?: string | null | undefined
        /** At most 4,000 characters. */
        linkedinUrl?: string | null | undefined
        /** At most 4,000 characters. */
        ownerId?: string | null | undefined
      } | undefined
    }
    output: {
      success: true
      contact: Contact
    }
    errors: 'email_malformed' | 'linkedin_url_invalid' | 'phone_unreadable' | 'contact_not_found' | 'person_not_found' | 'conflict' | 'contact_taken' | 'record_changed' | WriteCode
  }
  /**
   * Merge two contacts.
   * The source is then shown as the target, with all its leads, messages, calls, deals and invoices; the target keeps its own values and gets those it lacks. Nothing is moved or lost: `undo-merge` undoes it completely. `mergeId` is null if they were already merged.
   * Any member · writes · 120 per 60 s
   */
  'merge-contacts': {
    input: {
      sourceId: string
      /** The contact to keep */
      targetId: string
      /** At most 500 characters. */
      reason?: string | undefined
    }
    output: {
      success: true
      mergeId: string | null
    }
    errors: 'merge_with_itself' | 'contact_not_found' | WriteCode
  }
  /**
   * Undo a merge of two contacts.
   * Both contacts are separate again, each with its own leads, messages, calls, deals and invoices, and the target loses values that came only from the source. A deal that was linked by the merge is restored too. With `dealId`: for a deal linked to another deal of the same contact, restores only the deal.
   * Any member · writes · 120 per 60 s
   */
  'undo-merge': {
    input: {
      /** This or `dealId` */
      mergeId?: string | undefined
      /** The linked deal */
      dealId?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'missing_field' | 'deal_not_found' | 'merge_not_found' | WriteCode
  }
  /**
   * Accept or dismiss an unverified claim.
   * A form, a website chat, a call or a lead may name the email address or number of a contact; that is a claim, and merges nothing. Once accepted, the contact has the address or number, and if another contact has it, the two are merged: `mergeId` names the merge, which `undo-merge` undoes. Once dismissed, it is not proposed again. A decided claim stays as it is.
   * Any member · writes · 120 per 60 s
   */
  'decide-claim': {
    input: {
      claimId: string
      accept: boolean
    }
    output: {
      success: true
      /** The canonical contact from then on */
      contactId: string
      mergeId: string | null
    }
    errors: 'claim_not_found' | 'conflict' | WriteCode
  }
  /**
   * List the timeline of a contact, company, lead or deal, newest first.
   * Leads, messages, calls, notes, files, payments, invoices, deals and their stages, assignments, completed tasks, emails, linked designs, merges, enrichment and changed fields (`edit`: `facts.changes` has each with `before` and `after`); each with its author or cause. With `dealId`, the timeline of the deal’s contact, limited to this one deal; with `leadId`, that of the lead’s contact; with `companyId`, that of its newest 500 contacts and its deals.
   * Any member · reads · 600 per 60 s
   */
  'list-timeline': {
    input: {
      /** This, `dealId`, `leadId` or `companyId` */
      contactId?: string | undefined
      dealId?: string | undefined
      leadId?: string | undefined
      companyId?: string | undefined
      /** Only entries of these kinds */
      kinds?: readonly TimelineEntryKind[] | undefined
      /**
       * Also count the entries of each kind
       * Default: `false`.
       */
      withCounts?: boolean | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      entries: TimelineEntry[]
      /** With `withCounts`: by kind, 100 where there are as many or more */
      counts: { [name: string]: number } | null
      next_cursor: string | null
    }
    errors: 'missing_field' | 'company_not_found' | 'contact_not_found' | 'deal_not_found' | 'lead_not_found' | ReadCode
  }
  /**
   * Begin to connect a CRM by consent.
   * Redirect the user to `authorizeUrl`. The CRM redirects back to `/functions/v1/crm-callback`, which stores the tokens and continues to the page of the connection, or to `returnTo`. `state` is valid once, for ten minutes, for the same user in the same browser. A second consent for the same account renews its connection; one for another account creates another connection.
   * Admins and owners · writes · 30 per 60 s
   */
  'crm-init-oauth': {
    input: {
      provider: CrmProvider
      orgId: string
      /** The caller’s own id: a user can only consent for themselves */
      userId: string
      /**
       * `sandbox`: a Salesforce sandbox, which signs in at test.salesforce.com. The other CRMs have none
       * Default: `"production"`.
       */
      environment?: ConsentEnvironment | undefined
      /**
       * A path of this app, where the browser goes afterwards
       * At most 500 characters.
       */
      returnTo?: string | undefined
    }
    output: {
      authorizeUrl: string
      state: string
    }
    errors: 'consent_step_unknown' | 'return_address_invalid' | 'foreign_person' | 'provider_not_set_up' | WriteCode
  }
  /**
   * Complete the OAuth consent of a CRM.
   * Where a CRM sends the browser back to. A GET shows a page that posts what came; the POST does the work and goes on to `returnTo` of crm-init-oauth, else to the page of the connection, which offers the first sync. A program may post the same as JSON, there or to the gateway. What does not belong to a consent that this person began with crm-init-oauth in this browser in the last ten minutes is refused, and nothing is stored; so is an answer that names a host the CRM is not known for.
   * Any member · writes · 30 per 60 s
   */
  'crm-callback': {
    input: {
      /** At most 4,096 characters. */
      state: string
      /** At most 4,096 characters. */
      code?: string | undefined
      /**
       * The issuer identifier of the service (RFC 9207)
       * At most 4,096 characters.
       */
      iss?: string | undefined
      /**
       * Why there is no code
       * At most 4,096 characters.
       */
      error?: string | undefined
      /**
       * The data center of the account (Zoho)
       * At most 4,096 characters.
       */
      location?: string | undefined
      /**
       * The server that its tokens are from (Zoho)
       * At most 4,096 characters.
       */
      'accounts-server'?: string | undefined
    }
    output: {
      success: true
      connection: ConsentedConnection
      /** A path of this app, where the browser goes afterwards */
      return_to: string | null
    }
    errors: 'consent_denied' | 'consent_failed' | 'consent_unknown' | 'forbidden' | 'provider_refuses_client' | 'provider_failed' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * Connect a CRM with an API key, or replace the key.
   * HubSpot takes the access token of a private app, Pipedrive an API token; Salesforce and Zoho are connected with crm-init-oauth. Blanks and newlines around the key are removed. The key is tried with a call that changes nothing, and stored, encrypted, only if the CRM accepts it. A key of an account that is connected already, with a key or by consent, takes the place of its credentials; a key of another account creates another connection.
   * Admins and owners · writes · 20 per 60 s
   */
  'crm-save-api-key': {
    input: {
      provider: CrmProvider
      orgId: string
      /** The caller’s own id */
      userId: string
      /** At most 4,000 characters. */
      apiKey: string
      /**
       * Pipedrive: the host of the company, such as company.pipedrive.com. A host name and nothing else
       * At most 253 characters.
       */
      instanceDomain?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'credentials_malformed' | 'credentials_refused' | 'missing_field' | 'provider_wants_consent' | 'foreign_person' | 'provider_unreachable' | WriteCode
  }
  /**
   * List the connected CRMs.
   * Disconnected ones are listed for another 30 days. `available`: every CRM, with the ways to connect it.
   * Any member · reads · 120 per 60 s
   */
  'crm-connections': {
    input: {
      orgId: string
    }
    output: {
      connections: CrmConnection[]
      available: AvailableCrm[]
    }
    errors: ReadCode
  }
  /**
   * Disconnect a CRM account.
   * The credentials are deleted at once, and a consent is revoked at the CRM; an API key stays valid there. What runs over the connection ends. Records that came from it stay, and its history too. A second call does nothing.
   * Admins and owners · writes · 120 per 60 s
   */
  'crm-disconnect': {
    input: {
      connectionId: string
      orgId: string
    }
    output: {
      success: true
    }
    errors: 'connection_not_found' | WriteCode
  }
  /**
   * Start a CRM sync, or join the one that runs.
   * Returns at once; follow it with `crm-sync-status`. If a sync of the same connection and kinds is running, its id is returned. A dry run reads everything, writes nothing, and reports what a sync would do. Imported records are neither leads nor opt-ins: nothing is assigned by turns, no clock starts, and webhooks get one `crm.sync_finished` event.
   * Admins and owners · writes · 60 per 60 s
   */
  'crm-start-sync': {
    input: {
      connectionId: string
      orgId: string
      /** The caller’s own id */
      userId: string
      entities: readonly CrmEntity[]
      /** Default: of each kind what changed, if it was read whole before; otherwise, and in a dry run, all of it */
      mode?: SyncMode | undefined
      dryRun?: boolean | undefined
    }
    output: {
      jobId: string
      status: SyncStatus
      condition: SyncCondition | null
      progress: SyncProgress
    }
    errors: 'bad_request' | 'foreign_person' | 'crm_connection_not_found' | 'crm_not_connected' | 'sync_running' | WriteCode
  }
  /**
   * Show the progress, the errors and the certificate of a CRM sync.
   * `completed` only when every page was read. The certificate compares what the CRM counts with what is linked here, names what is missing, and compares a sample value by value.
   * Any member · reads · 120 per 60 s
   */
  'crm-sync-status': {
    input: {
      jobId: string
      orgId: string
    }
    output: {
      jobId: string
      kind: SyncKind
      provider: string
      connection_id: string
      mode: SyncMode
      status: SyncStatus
      /** While it is in progress; `stalled`: no progress for ten minutes, or the same page twice */
      condition: SyncCondition | null
      /**
       * Of the condition
       * RFC 3339.
       */
      since: string | null
      /** Why it waits, stalls or failed, for people */
      reason: string | null
      /** Why it failed: `cancelled`, `given_up`, `disconnected` */
      code: string | null
      /**
       * When it goes on
       * RFC 3339.
       */
      resumes_at: string | null
      /** RFC 3339. */
      started_at: string | null
      /** RFC 3339. */
      completed_at: string | null
      /** Of an undo: the sync that it takes back */
      of_job: string | null
      /** The undo of this sync */
      undone_by: string | null
      can_undo: boolean
      can_resume: boolean
      progress: SyncProgress
      summary: SyncSummary
      /** The newest 1,000 */
      error_log: SyncError[]
      error_count: number
      certificate: SyncCertificates
      /** Of a rehearsal: single records, value by value. Of an undo: what stays, and why */
      samples: SyncSample[]
      labels: SyncLabels
    }
    errors: 'sync_not_found' | ReadCode
  }
  /**
   * List the syncs with CRMs, newest first.
   * Any member · reads · 120 per 60 s
   */
  'crm-sync-history': {
    input: {
      orgId: string
      /** Default: `10`. */
      limit?: number | undefined
      /** Only those of one connection */
      connectionId?: string | undefined
    }
    output: {
      jobs: Sync[]
      /** Of the connection that was asked for: what is synced, and when */
      settings: {
        /** What the schedule syncs */
        entities: CrmEntity[]
        schedule: SyncSchedule
        /** Percent of the CRM’s limits that a sync may use */
        share: number
        /** Of amounts that name none; null: as the CRM says, or as most deals here */
        currency: string | null
        /** Of which kinds records are created there that are only here */
        creates: CrmEntity[]
        /** RFC 3339. */
        next_run_at: string | null
      } | null
    }
    errors: ReadCode
  }
  /**
   * Cancel a CRM sync.
   * Ends it at the page that is being taken. What was imported stays; the sync is `failed` with the code `cancelled`, and can be resumed or undone.
   * Admins and owners · writes · 120 per 60 s
   */
  'cancel-sync': {
    input: {
      jobId: string
      orgId: string
    }
    output: {
      success: true
      status: SyncStatus
    }
    errors: 'sync_not_found' | 'sync_over' | WriteCode
  }
  /**
   * Resume a CRM sync that failed or was cancelled.
   * It goes on from the last page that was taken. One that waits or stalls goes on at once. A sync can be resumed until a later one is started, an undo until it is finished; while another one runs, neither.
   * Admins and owners · writes · 120 per 60 s
   */
  'resume-sync': {
    input: {
      jobId: string
      orgId: string
    }
    output: {
      success: true
      status: SyncStatus
    }
    errors: 'sync_not_found' | 'crm_not_connected' | 'sync_not_resumable' | 'sync_running' | WriteCode
  }
  /**
   * Undo a CRM sync.
   * Removes the records that the sync created, unless something else changed or used them since, and puts back the values that it changed, where they are still as it left them. The schedule of the connection is turned off, since the next sync would bring everything back. Runs as a job: follow `jobId` with `crm-sync-status`, whose `samples` name what stays and why. A dry run counts at once and changes nothing. A sync can be undone for 30 days.
   * Admins and owners · writes · 120 per 60 s
   */
  'undo-sync': {
    input: {
      jobId: string
      orgId: string
      dryRun?: boolean | undefined
    }
    output: {
      success: true
      /** The undo; null for a dry run */
      jobId: string | null
      status: SyncStatus | null
      /** Of a dry run of more than 20,000 records: what the sync made and changed, without a look at what stays */
      is_estimate: boolean
      /** Records; of a dry run: that would be removed */
      removed: number
      /** Values */
      restored: number
      /** What would stay, at most 1,000 of them */
      kept: KeptRecord[]
    }
    errors: 'sync_not_found' | 'sync_not_undoable' | 'sync_running' | WriteCode
  }
  /**
   * Show which field of a CRM becomes which field here.
   * All fields of the CRM with examples, and its stages, as they are mapped now: as chosen with `save-crm-mapping`, otherwise as usual.
   * Admins and owners · reads · 30 per 60 s
   */
  'show-crm-mapping': {
    input: {
      connectionId: string
      orgId: string
    }
    output: {
      fields: CrmFieldMapping[]
      stages: CrmStageMapping[]
      own_stages: MappableStage[]
      /** Fields of the workspace’s own that a field of the CRM can become */
      own_fields: MappableField[]
      /** What the schedule syncs */
      entities: CrmEntity[]
      schedule: SyncSchedule
      /** Percent of the CRM’s limits that a sync may use */
      share: number
      /** Of amounts that name none; null: as the CRM says, or as most deals here */
      currency: string | null
      /** Of which kinds records are created there that are only here */
      creates: CrmEntity[]
      /** RFC 3339. */
      next_run_at: string | null
    }
    errors: 'connection_not_found' | 'connection_needs_consent' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | ReadCode
  }
  /**
   * Choose which field of a CRM becomes which field here, and when it is synced.
   * What is omitted keeps its setting; of `mapping.fields`, fields that are not named keep theirs. A field is read (`in`), written there (`out`), both, or left alone (`off`). `fields.` and a key stand for a field of the workspace’s own (`list-fields`). Nothing is written at the CRM until a field has the direction `out` or `both`. The next sync follows the new mapping: of a kind whose fields or stages were mapped anew it reads all records once, so that the field is there for those too that do not change; and all deals after another `currency`.
   * Admins and owners · writes · 30 per 60 s
   */
  'save-crm-mapping': {
    input: {
      connectionId: string
      orgId: string
      mapping?: {
        fields?: readonly {
          entity: CrmEntity
          /** At most 200 characters. */
          theirs: string
          ours: SyncedField | string
          direction: SyncDirection
          /** Default: `"ask"`. */
          conflict?: SyncConflictRule | undefined
        }[] | undefined
        /** Their stage’s id to the id of a stage here */
        stages?: { [name: string]: string } | undefined
      } | undefined
      entities?: readonly CrmEntity[] | undefined
      schedule?: 'off' | 'hourly' | 'daily' | undefined
      share?: number | undefined
      /** ISO 4217 code, such as EUR */
      currency?: string | null | undefined
      creates?: readonly CrmEntity[] | undefined
    }
    output: {
      success: true
      fields: CrmFieldMapping[]
      stages: CrmStageMapping[]
      own_stages: MappableStage[]
      /** Fields of the workspace’s own that a field of the CRM can become */
      own_fields: MappableField[]
      /** What the schedule syncs */
      entities: CrmEntity[]
      schedule: SyncSchedule
      /** Percent of the CRM’s limits that a sync may use */
      share: number
      /** Of amounts that name none; null: as the CRM says, or as most deals here */
      currency: string | null
      /** Of which kinds records are created there that are only here */
      creates: CrmEntity[]
      /** RFC 3339. */
      next_run_at: string | null
    }
    errors: 'sync_field_unfit' | 'sync_field_unknown' | 'connection_not_found' | 'stage_not_found' | 'connection_needs_consent' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * List the values in which a record here and at a CRM differ and a member decides.
   * Any member · reads · 120 per 60 s
   */
  'list-crm-conflicts': {
    input: {
      connectionId?: string | undefined
      /** Only those of a contact, a company or a deal here */
      recordId?: string | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      conflicts: CrmConflict[]
      /** All open ones of the connection, or of the workspace */
      count: number
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Decide a conflict between a record here and at a CRM.
   * `theirs`: the value of the CRM, as it was read last, is written here. `ours`: ours stays, and a sync does not write over it; where the field is synced both ways, ours is written there with the next sync. If the CRM changes the value again, that is a new conflict. With `shown`, a decision about values that changed meanwhile is refused.
   * Any member · writes · 120 per 60 s
   */
  'decide-crm-conflict': {
    input: {
      conflictId: string
      take: 'ours' | 'theirs'
      /** Both values as list-crm-conflicts or show-crm-record answered them */
      shown?: {
        ours: string | null
        theirs: string | null
      } | undefined
    }
    output: {
      success: true
    }
    errors: 'sync_conflict_not_found' | 'sync_conflict_changed' | 'sync_conflict_decided' | 'sync_value_taken' | WriteCode
  }
  /**
   * Show where the values of a contact, a company or a deal come from.
   * The records at CRMs that it is linked to, with the values that they had when they were last read, and open conflicts.
   * Any member · reads · 120 per 60 s
   */
  'show-crm-record': {
    input: {
      entity: CrmEntity
      recordId: string
    }
    output: {
      links: CrmLink[]
      conflicts: CrmConflict[]
    }
    errors: ReadCode
  }
  /**
   * Pin a value of a record that is linked to a CRM, or unpin it.
   * A pinned value is never written over by a sync, whatever the rule of its field; a value that the CRM changes is proposed as a conflict. Members can still change it here, and where its field is synced both ways, it is written there. Unpinning lets the next change at the CRM be followed again.
   * Any member · writes · 120 per 60 s
   */
  'pin-crm-value': {
    input: {
      entity: CrmEntity
      recordId: string
      /**
       * A field here, as show-crm-record names it
       * At most 64 characters.
       */
      field: string
      pinned: boolean
    }
    output: {
      success: true
    }
    errors: 'sync_field_unknown' | 'sync_record_not_linked' | WriteCode
  }
  /**
   * Search for people at Apollo, enrich some, and take them as an upload.
   * With `filters`: people who fit, without addresses and with masked names. It costs nothing.
   *
   * With `enrich`: addresses of people that a search of this workspace showed. Each costs up to 1 credit at Apollo, and up to 8 more with `mobiles`, whose
   * numbers come later. The most that it can cost is reserved in the monthly budget before, and settled by what Apollo tells; `dryRun` only says what that is.
   * Who was asked for within 90 days, or is being asked for, costs nothing. Where no answer came, the person is `unknown`, counts as paid, and is asked for again only with `again`.
   *
   * With `take`: the chosen people, with what enrichment found, as an upload with source `apollo`. It waits for a person to check and import it like any other; no lead is made before.
   * Admins and owners · writes · 60 per 60 s
   */
  'lead-search': {
    input: {
      filters?: ProspectFilters | undefined
      /**
       * 25 people each
       * Default: `1`.
       */
      page?: number | undefined
      enrich?: readonly string[] | undefined
      /** Mobile numbers too, for 8 credits each */
      mobiles?: boolean | undefined
      /** Also those of whom no answer came before */
      again?: boolean | undefined
      /** Refused where it may cost more */
      mostCredits?: number | undefined
      dryRun?: boolean | undefined
      take?: readonly string[] | undefined
    }
    output: {
      people: FoundPerson[]
      total: number
      page: number
    } | {
      people: ProspectPerson[]
      /** What it cost, or may have cost where no answer came; with `dryRun` the most that it can cost */
      credits: number
      /** Why not all were asked for */
      stopped: Reason | null
    } | {
      uploadId: string
    }
    errors: 'prospect_search_empty' | 'prospecting_budget_exhausted' | 'prospecting_out_of_credits' | 'prospect_not_found' | 'prospect_without_address' | 'prospecting_costs_more' | 'prospecting_not_connected' | 'sandbox_is_off' | 'upload_no_room' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * Show the Apollo connection, the monthly budget and the credits left there.
   * Admins and owners · reads · 60 per 60 s
   */
  'show-prospecting': {
    input: Record<never, never>
    output: {
      connection: ProspectingConnection | null
      /** People can be searched for: an account is connected, or the sandbox stands in */
      ready: boolean
      budget: ProspectingBudget
      /** At Apollo; null where it cannot be asked */
      credits: ProspectAllowance | null
      /** At Apollo, for mobile numbers */
      mobiles: ProspectAllowance | null
    }
    errors: ReadCode
  }
  /**
   * Set how many credits enrichment may cost a month.
   * On the workspace’s clock. Before each enrichment the most that it can cost is reserved; one that does not fit is refused with 402. 0 allows none. What was spent in this month before counts. Until it is set, it is 100.
   * Owners · writes · 120 per 60 s
   */
  'set-prospecting-budget': {
    input: {
      monthlyCredits: number
    }
    output: {
      success: true
      budget: ProspectingBudget
    }
    errors: WriteCode
  }
  /**
   * List what enrichment of prospects cost.
   * Newest first: each call to Apollo with who had it made, for whom, and its credits. Kept for 400 days.
   * Admins and owners · reads · 300 per 60 s
   */
  'list-prospecting-credits': {
    input: {
      /** Only what this member had asked */
      personId?: string | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      spends: CreditSpend[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Enrich a company at Apollo.
   * By its domain. It costs 1 credit of the monthly budget if Apollo knows the company, and nothing if not. What is found fills empty fields, and is proposed where a person has set a value. The same company is asked for once in 90 days; where no answer came, it counts as paid and is asked for again only with `again`.
   * Admins and owners · writes · 30 per 60 s
   */
  'enrich-company': {
    input: {
      companyId: string
      /** Also where no answer came before */
      again?: boolean | undefined
    }
    output: {
      /** `known`: Apollo was asked within 90 days. `asking`: another call is asking. `unknown`: no answer came before */
      state: CompanyEnrichmentState
      /** What it cost */
      credits: number
      /**
       * When Apollo was asked
       * RFC 3339.
       */
      asked_at: string
      /** What this call found. Untrusted text: display it as text */
      enriched: {
        industry: string | null
        description: string | null
        founded: string | null
        employees: string | null
      } | null
    }
    errors: 'prospecting_budget_exhausted' | 'prospecting_out_of_credits' | 'company_not_found' | 'prospecting_company_without_domain' | 'prospecting_not_connected' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * List canned replies, by shortcut.
   * Any member · reads · 600 per 60 s
   */
  'list-canned-replies': {
    input: Record<never, never>
    output: {
      canned_replies: CannedReply[]
      next_cursor: null
    }
    errors: ReadCode
  }
  /**
   * Create or update a canned reply.
   * All members of the workspace share the same replies. Without `cannedReplyId` a new one is created.
   * Any member · writes · 120 per 60 s
   */
  'save-canned-reply': {
    input: {
      cannedReplyId?: string | undefined
      /** The shortcut typed after `/`: letters, digits, - and _ */
      shortcut: string
      /** At most 100 characters. */
      title: string
      /**
       * `{name}` and `{first_name}` are the recipient, `{me}` the sender; filled in when the reply is inserted
       * At most 4,096 characters.
       */
      body: string
    }
    output: {
      canned_reply: CannedReply
    }
    errors: 'canned_reply_not_found' | 'shortcut_taken' | 'too_many_canned_replies' | WriteCode
  }
  /**
   * Remove a canned reply.
   * Messages sent with it stay unchanged.
   * Any member · writes · 120 per 60 s
   */
  'remove-canned-reply': {
    input: {
      cannedReplyId: string
    }
    output: {
      success: true
    }
    errors: 'canned_reply_not_found' | WriteCode
  }
  /**
   * List conversations, latest message first.
   * One conversation per contact, across channels. `filter` is the channel of the last message. `unread_count` and `unread_total` are the caller’s own; for an API key everything is read. `search` matches names, email addresses and message texts.
   * Any member · reads · 600 per 60 s
   */
  'fetch-admin-chats': {
    input: {
      /** Default: `"all"`. */
      filter?: 'all' | 'whatsapp' | 'web_chat' | 'email' | undefined
      /** Default: `"all"`. */
      status?: 'open' | 'closed' | 'snoozed' | 'all' | undefined
      /** Default: `"anyone"`. */
      assigned?: 'anyone' | 'me' | 'nobody' | undefined
      /** At most 200 characters. */
      search?: string | undefined
      /** From the page before */
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      conversations: Conversation[]
      /** From the page before */
      next_cursor: string | null
      /** With a search: how many seconds it is behind, 0 where it is up to date. The newest records are not found until then */
      search_behind_seconds: number | null
      /** Open conversations with unread messages that are assigned to the caller or unassigned; among the newest 500 */
      unread_total: number
    }
    errors: ReadCode
  }
  /**
   * Show the messages of a contact, oldest first.
   * Returns the newest page first; pass `previous_cursor` as `before` for earlier messages. Internal notes are included, with `comment_type` `note`. Reactions are attached to their message.
   * Any member · reads · 600 per 60 s
   */
  'fetch-chat-history': {
    input: {
      /** The deal; or, where a conversation has none, its contact */
      projectId: string
      /** From the page before */
      before?: string | undefined
      /** Default: `100`. */
      limit?: number | undefined
    }
    output: {
      history: Message[]
      /** From the page before */
      previous_cursor: string | null
      /** Null if there are no messages yet */
      conversation: Conversation | null
    }
    errors: 'deal_not_found' | ReadCode
  }
  /**
   * Close, assign or snooze a conversation.
   * `claim` assigns the conversation to the caller; of two concurrent claims one wins and the other gets the winner’s name. `release` unassigns it, `assign` assigns it to `userId` in any case, `snooze` hides it until `until` or until the client writes, `reopen` opens it. A message that arrives while it is being closed, or that `seenTo` shows as not read yet, keeps it open: the response contains the state. `userId` is the caller, and can be left out; for `assign` it is the member, as for `claim` of an API key or a workflow. An admin may claim for another member.
   * Any member · writes · 300 per 60 s
   */
  'update-chat-session': {
    input: {
      /** The deal; or, where a conversation has none, its contact */
      projectId: string
      action: 'close' | 'claim' | 'release' | 'reopen' | 'snooze' | 'assign'
      userId?: string | undefined
      /**
       * For `snooze`: at most a year ahead
       * RFC 3339.
       */
      until?: string | undefined
      /** For `close`: the newest message that the caller has read */
      seenTo?: string | undefined
    }
    output: {
      success: true
      session_status: ConversationState
      assigned_to: string | null
    }
    errors: 'bad_request' | 'missing_field' | 'forbidden' | 'deal_not_found' | 'member_not_found' | 'chat_claimed' | 'deal_has_no_contact' | WriteCode
  }
  /**
   * Join the conversation of one deal with that of another: it is the same person.
   * The source is merged into the destination: their contacts become one, with one conversation, and the source deal becomes `linked`. `merged` is the number of messages added; a second call returns 0. Nothing is moved or lost, including messages that arrive meanwhile, and `undo-merge` with the `mergeId` undoes it completely. `mergeId` is null if both deals already belong to one contact: then pass the `dealId` to `undo-merge`.
   * Any member · writes · 120 per 60 s
   */
  'link-whatsapp-contact': {
    input: {
      /** The source */
      projectId: string
      /** The destination */
      targetProjectId: string
      /**
       * Used if the contact has none yet
       * At most 255 characters.
       */
      name?: string | undefined
      /**
       * Used if the contact has none yet
       * At most 254 characters.
       */
      email?: string | undefined
    }
    output: {
      success: true
      merged: number
      mergeId: string | null
    }
    errors: 'email_malformed' | 'merge_with_itself' | 'contact_not_found' | 'deal_not_found' | 'conflict' | 'contact_taken' | 'deal_has_no_contact' | 'deal_linked' | WriteCode
  }
  /**
   * Mark a conversation as read.
   * Everything up to and including the message `readTo` is read. The mark never moves back, and is the caller’s own.
   * Any member · writes · 600 per 60 s
   */
  'mark-chat-read': {
    input: {
      /** The deal; or, where a conversation has none, its contact */
      projectId: string
      /** A message of the conversation */
      readTo: string
    }
    output: {
      success: true
    }
    errors: 'deal_not_found' | 'message_not_found' | WriteCode
  }
  /**
   * Send a mail from a mailbox.
   * A successful response means that the mail is stored and will be sent; `messageId` is its id in Foyer, and `show-email` and events show its state: `sent`, `failed`, or `uncertain` where no answer came. An uncertain mail is looked for among what was sent, where the provider shows that, and never sent twice. A mail to people of the demo is sent to no one, and ends as `failed`. `text` is sent as it was typed, its paragraphs by empty lines; or `body` as HTML, with a text made of it. With `trackingId` a picture is added that says whether the mail was opened, as far as mail programs load pictures. `answers` is a mail of the mailbox: its subject is kept where `subject` is empty, and mail programs show both as one conversation. With `undoSeconds` the mail waits, and `cancel-email` takes it back. An API key or a workflow sends from mailboxes of the team only, in the name of the workspace, and has neither files nor drafts.
   * Any member · writes · 10 per 60 s
   */
  'send-email': {
    input: {
      /**
       * An address or a list of them, with names or without; 20 recipients in all
       * At most 10,000 characters.
       */
      to: string
      /** At most 10,000 characters. */
      cc?: string | undefined
      /** At most 10,000 characters. */
      bcc?: string | undefined
      /** At most 998 characters. */
      subject: string
      /**
       * Plain text, with paragraphs by empty lines; this or `body` is required
       * At most 100,000 characters.
       */
      text?: string | undefined
      /**
       * HTML, in place of `text`
       * At most 500,000 characters.
       */
      body?: string | undefined
      /**
       * The sender: your own mailbox, or one of the team
       * At most 320 characters.
       */
      userEmail: string
      trackingId?: string | undefined
      /** The mail that it answers */
      answers?: string | undefined
      /**
       * Files of `create-email-file`, 20 MB (20,971,520 bytes) in all
       * Default: `[]`.
       */
      files?: readonly string[] | undefined
      /** A draft of `save-email-draft` that this mail was: it is removed as the mail is stored, and is sent once */
      draftId?: string | undefined
      /** Default: `0`. */
      undoSeconds?: number | undefined
    }
    output: {
      success: true
      messageId: string
      state: EmailState
    }
    errors: 'email_not_sendable' | 'missing_field' | 'foreign_mailbox' | 'email_draft_not_found' | 'email_file_not_found' | 'email_not_found' | 'contact_taken' | 'email_file_not_whole' | 'mail_not_allowed' | 'mailbox_not_connected' | 'tracking_id_taken' | 'email_files_too_large' | WriteCode
  }
  /**
   * List the mails of a folder, newest first.
   * From the copy of the mailbox, by the time at which its provider took them; `synced_at` says how old the copy is. A mailbox of which nothing was read yet is asked at once. `labelId` is a label of Gmail, or of a mailbox by IMAP INBOX, SENT, DRAFTS, SPAM, TRASH or the path of a folder: `list-mail-folders` has them. FOYER_NOT_SENT has mails that were written here and have not left as far as is known, also while the mailbox must be connected again: `resend-email` sends one again, and `cancel-email` makes it a draft.
   * Any member · reads · 300 per 60 s
   */
  'fetch-inbox': {
    input: {
      /** At most 320 characters. */
      userEmail: string
      /**
       * At most 1,000 characters.
       * Default: `"INBOX"`.
       */
      labelId?: string | undefined
      /** Default: `10`. */
      limit?: number | undefined
      /** A mail of this folder: those after it, in the order of the list */
      before?: string | undefined
    }
    output: {
      emails: InboxEmail[]
      /**
       * How old the copy is; null while it is being read for the first time
       * RFC 3339.
       */
      synced_at: string | null
    }
    errors: 'foreign_mailbox' | 'email_not_found' | 'mail_folder_not_found' | 'mail_not_allowed' | 'mailbox_not_connected' | 'provider_unreachable' | ReadCode
  }
  /**
   * Show what a mail says.
   * Its HTML if it has any, else its text, decoded to UTF-8 and otherwise as it was received: a stranger’s. Show it only in a sandboxed frame, without scripts and without loading anything.
   * Any member · reads · 300 per 60 s
   */
  'fetch-email-detail': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
    }
    output: {
      body: string
      mimeType: 'text/html' | 'text/plain'
    }
    errors: 'foreign_mailbox' | 'email_not_found' | 'mail_not_allowed' | 'mailbox_not_connected' | ReadCode
  }
  /**
   * Mark a mail as read.
   * Here at once, and at its provider by a job; one that is read already is a success. `read: false` marks it as unread. Where the provider refuses, the mail shows why, and follows the provider.
   * Any member · writes · 300 per 60 s
   */
  'mark-email-read': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
      /** Default: `true`. */
      read?: boolean | undefined
    }
    output: {
      success: true
    }
    errors: 'foreign_mailbox' | 'email_not_found' | 'mail_not_allowed' | 'mailbox_not_connected' | WriteCode
  }
  /**
   * Show a mail with all that is known of it.
   * What it says, its files, how far one of ours has come, and who loaded its picture.
   * Any member · reads · 300 per 60 s
   */
  'show-email': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
    }
    output: {
      mail: EmailDetail
    }
    errors: 'foreign_mailbox' | 'email_not_found' | 'mail_not_allowed' | 'mailbox_not_connected' | ReadCode
  }
  /**
   * Take back a mail that has not left.
   * One that waits to be sent, that failed, or of which it is not known whether it left: that one may arrive all the same, and is then in the mailbox as one that was sent elsewhere. A mail that is leaving, or has left, cannot be taken back. With `asDraft` what it says is a draft of yours again, made in the same transaction, with its files; without, its files wait for another mail for a day. Also while the mailbox must be connected again.
   * Any member · writes · 120 per 60 s
   */
  'cancel-email': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
      /** How it was typed; each part that is left out is taken from the mail */
      asDraft?: {
        kind?: EmailDraftKind | undefined
        /** The mail that it answers or passes on */
        answers?: string | undefined
        /**
         * As typed
         * At most 10,000 characters.
         */
        to?: string | undefined
        /** At most 10,000 characters. */
        cc?: string | undefined
        /** At most 10,000 characters. */
        bcc?: string | undefined
        /** At most 998 characters. */
        subject?: string | undefined
        /**
         * Without the signature and what is quoted
         * At most 100,000 characters.
         */
        text?: string | undefined
        tracked?: boolean | undefined
        signed?: boolean | undefined
        /** The files of the mail that it passes on are still to be fetched */
        takesFiles?: boolean | undefined
      } | undefined
    }
    output: {
      success: true
      /** Null without `asDraft` */
      draft: EmailDraft | null
    }
    errors: 'foreign_mailbox' | 'email_not_found' | 'email_drafts_too_many' | 'email_on_its_way' | 'email_draft_too_long' | WriteCode
  }
  /**
   * Send a mail again that failed.
   * For a mail that failed, or whose fate is not known: that one may arrive a second time. It keeps its Message-ID, by which mail programs know it again.
   * Any member · writes · 10 per 60 s
   */
  'resend-email': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
    }
    output: {
      success: true
    }
    errors: 'foreign_mailbox' | 'email_not_found' | 'email_not_again' | 'mail_not_allowed' | 'mailbox_not_connected' | WriteCode
  }
  /**
   * List the folders of a mailbox, and how far it was read.
   * Folders of IMAP and labels of Gmail, with their unread mails; and last `not_sent`, which is Foyer’s own: mails that were written here and have not left as far as is known. Also of a mailbox that must be connected again.
   * Any member · reads · 120 per 60 s
   */
  'list-mail-folders': {
    input: {
      /** At most 320 characters. */
      userEmail: string
    }
    output: {
      folders: EmailFolder[]
      reading: EmailReading
    }
    errors: 'foreign_mailbox' | ReadCode
  }
  /**
   * Announce a file that is sent with an email.
   * Send the bytes with `PUT /email-files/<id>/content?from=<byte>` and the same token, in one or several requests, each stored completely or not at all; then give the id to `send-email` or `reply-chat`. The files of a mail may have 20 MB (20,971,520 bytes) in all. A file that is part of no mail is removed after a day.
   * Any member · writes · 120 per 60 s
   */
  'create-email-file': {
    input: {
      /** At most 255 characters. */
      name: string
      /**
       * At most 127 characters.
       * Default: `"application/octet-stream"`.
       */
      mediaType?: string | undefined
      /** Bytes */
      size: number
    }
    output: {
      success: true
      file: EmailFile
    }
    errors: 'email_files_no_room' | 'email_files_too_large' | WriteCode
  }
  /**
   * Show how much of a file for an email was received.
   * Your own, while it is part of no mail.
   * Any member · reads · 120 per 60 s
   */
  'show-email-file': {
    input: {
      fileId: string
    }
    output: {
      file: EmailFile
    }
    errors: 'email_file_not_found' | ReadCode
  }
  /**
   * Remove a file that is not to be sent after all.
   * Your own, while it is part of no mail.
   * Any member · writes · 300 per 60 s
   */
  'remove-email-file': {
    input: {
      fileId: string
    }
    output: {
      success: true
    }
    errors: 'email_file_not_found' | WriteCode
  }
  /**
   * Take the files of an email along with another one.
   * For an email that is passed on: its files are fetched from the mailbox, as files of `create-email-file` that are complete. Pictures that are part of how the email looks are not among them.
   * Any member · writes · 60 per 60 s
   */
  'attach-email-files': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
    }
    output: {
      success: true
      files: EmailFile[]
    }
    errors: 'foreign_mailbox' | 'email_file_not_here' | 'email_not_found' | 'email_files_no_room' | 'mail_not_allowed' | 'mailbox_not_connected' | 'email_files_too_large' | 'provider_unreachable' | WriteCode
  }
  /**
   * Save an email that is being written.
   * As often as it changes: nothing is checked but its size, and the audit log has no entry for it. A draft is seen by its member alone, also in a mailbox of the team. Without `draftId` a new one is created; with it, `version` is the one that you have seen, and where another window has saved meanwhile the answer is `email_draft_stale`. A member has 100 drafts at most; one that is not changed for 180 days is removed. Its files are kept for as long as it is there.
   * Any member · writes · 120 per 60 s
   */
  'save-email-draft': {
    input: {
      /**
       * The sender: your own mailbox, or one of the team
       * At most 320 characters.
       */
      userEmail: string
      draftId?: string | undefined
      /**
       * Of the draft as you have seen it
       * Default: `0`.
       */
      version?: number | undefined
      /** A UUID of the window that it is written in: its first save, repeated, creates one draft */
      windowId: string
      /** Default: `"new"`. */
      kind?: EmailDraftKind | undefined
      /** The mail that it answers or passes on */
      answers?: string | undefined
      /**
       * As typed
       * At most 10,000 characters.
       * Default: `""`.
       */
      to?: string | undefined
      /**
       * At most 10,000 characters.
       * Default: `""`.
       */
      cc?: string | undefined
      /**
       * At most 10,000 characters.
       * Default: `""`.
       */
      bcc?: string | undefined
      /**
       * At most 998 characters.
       * Default: `""`.
       */
      subject?: string | undefined
      /**
       * Without the signature and what is quoted
       * At most 100,000 characters.
       * Default: `""`.
       */
      text?: string | undefined
      /** Default: `false`. */
      tracked?: boolean | undefined
      /** Default: `true`. */
      signed?: boolean | undefined
      /**
       * The files of the mail that it passes on are still to be fetched
       * Default: `false`.
       */
      takesFiles?: boolean | undefined
      /**
       * Files of `create-email-file`, 20 MB (20,971,520 bytes) in all
       * Default: `[]`.
       */
      files?: readonly string[] | undefined
    }
    output: {
      draft: EmailDraft
    }
    errors: 'foreign_mailbox' | 'email_draft_not_found' | 'email_file_not_found' | 'email_not_found' | 'email_draft_stale' | 'email_drafts_too_many' | 'mail_not_allowed' | 'mailbox_not_connected' | WriteCode
  }
  /**
   * List the emails that you are writing.
   * Your own, of all mailboxes, the one that was changed last first: 100 at most.
   * Any member · reads · 120 per 60 s
   */
  'list-email-drafts': {
    input: Record<never, never>
    output: {
      drafts: EmailDraft[]
    }
    errors: ReadCode
  }
  /**
   * Show an email that you are writing.
   * Your own: as it was saved last, with its files.
   * Any member · reads · 120 per 60 s
   */
  'show-email-draft': {
    input: {
      draftId: string
    }
    output: {
      draft: EmailDraftDetail
    }
    errors: 'email_draft_not_found' | ReadCode
  }
  /**
   * Discard an email that you are writing.
   * Your own, with its files.
   * Any member · writes · 120 per 60 s
   */
  'remove-email-draft': {
    input: {
      draftId: string
    }
    output: {
      success: true
    }
    errors: 'email_draft_not_found' | WriteCode
  }
  /**
   * Choose whether a sender’s pictures are shown without asking.
   * For you alone, and for mails only whose sender is proven (`is_proven`): of others anyone could have written the address. The sender is that of the mail with `id`.
   * Any member · writes · 120 per 60 s
   */
  'update-picture-sender': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
      always: boolean
    }
    output: {
      success: true
    }
    errors: 'foreign_mailbox' | 'email_not_found' | 'email_sender_not_proven' | 'mail_not_allowed' | 'mailbox_not_connected' | WriteCode
  }
  /**
   * Read older mail of a mailbox.
   * A mailbox is read from `MAIL_FIRST_DAYS` (90) days before it was connected. With this it is read from `since` on, for all who may see it; a later time than the present one changes nothing. Answers before it is read: `list-mail-folders` has how many mails there are, and how many of them are here. A mail that is here already is not fetched again.
   * Any member · writes · 10 per 60 s
   */
  'read-older-mail': {
    input: {
      mailboxId: string
      /**
       * By the time at which the provider took a mail
       * RFC 3339.
       */
      since: string
    }
    output: {
      success: true
      /**
       * How far back it is read now
       * RFC 3339.
       */
      since: string
    }
    errors: 'mailbox_not_found' | 'mail_not_allowed' | 'mailbox_not_connected' | WriteCode
  }
  /**
   * Choose what colleagues see of your mails with one contact.
   * For a personal mailbox of your own, in place of what `shares` of `update-mailbox` says for all its mail. `shares: null` takes it back. Mails with addresses that you exclude stay yours alone.
   * Any member · writes · 120 per 60 s
   */
  'share-thread': {
    input: {
      mailboxId: string
      contactId: string
      shares: MailboxShares | null
    }
    output: {
      success: true
    }
    errors: 'contact_not_found' | 'mailbox_not_found' | WriteCode
  }
  /**
   * Send a WhatsApp message.
   * Free text can be sent for 24 hours after the contact’s last message; outside that window only an approved template, and free text is rejected with the time at which the window closed. With `templateName`, `message` is ignored. A template is sent in the requested language (default en_US), else in the same language of another country, never in another language or script: then the error lists the available languages. A successful response means that the message is stored and will be sent; `id` is its id in Foyer, and `status` changes to `sent`, `delivered`, `read` or `failed`, which events report. A `clientMessageId` makes retries safe: the same message with the same id is sent once; the same id with a different message or recipient is rejected (422). What a workflow sends is no reply of a person: deals still wait for theirs.
   * Any member · writes · 20 per 60 s
   */
  'send-whatsapp': {
    input: {
      /**
       * E.164
       * At most 32 characters.
       */
      to: string
      /**
       * Required without `templateName`
       * At most 4,096 characters.
       */
      message?: string | undefined
      /** At most 512 characters. */
      templateName?: string | undefined
      /**
       * At most 16 characters.
       * Default: `"en_US"`.
       */
      language?: string | undefined
      /**
       * One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once
       * Default: `[]`.
       */
      templateVars?: readonly string[] | undefined
      /** At most 255 characters. */
      clientMessageId?: string | undefined
    }
    output: {
      success: true
      messages: SentMessage[]
    }
    errors: 'bad_request' | 'missing_field' | 'template_values' | 'template_not_found' | 'contact_taken' | 'no_whatsapp_address' | 'template_language' | 'template_not_approved' | 'template_unusable' | 'whatsapp_not_connected' | 'window_closed' | 'client_id_reused' | WriteCode
  }
  /**
   * List unconnected WhatsApp numbers that received messages.
   * Messages to an unconnected number of the same WhatsApp Business Account are kept for 90 days. Once the number is connected, they are added to their conversations.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-unconnected-numbers': {
    input: Record<never, never>
    output: {
      numbers: UnconnectedNumber[]
      next_cursor: null
    }
    errors: ReadCode
  }
  /**
   * List the message templates of the WhatsApp number.
   * As of the last sync with WhatsApp: once a day, when WhatsApp reports a change, and by `sync-whatsapp-templates`.
   * Any member · reads · 120 per 60 s
   */
  'list-whatsapp-templates': {
    input: {
      /** At most 200 characters. */
      search?: string | undefined
    }
    output: {
      templates: WhatsappTemplate[]
      next_cursor: null
    }
    errors: ReadCode
  }
  /**
   * Sync the message templates from WhatsApp now.
   * Any member · writes · 10 per 60 s
   */
  'sync-whatsapp-templates': {
    input: Record<never, never>
    output: {
      success: true
      found: number
    }
    errors: 'whatsapp_not_connected' | 'provider_credentials' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * Record a message of a website chat.
   * By a visitor with the token of `start-web-chat`: a message of their own session, with the role `user`. By a member: of any session, including new ones, for chats held elsewhere; with the role `agent` the member is the author. The first message of a session creates the contact and a deal, and assigns it; a closed conversation reopens. A `clientMessageId` makes retries safe: the same message with the same id is recorded once. The same id with a different message is rejected (422).
   * Any member · writes · 120 per 60 s
   */
  'log-web-chat': {
    input: {
      /** At most 255 characters. */
      sessionId: string
      /** At most 4,000 characters. */
      message: string
      role: WebChatSide
      /**
       * Generated by the sender; unique within a session
       * At most 64 characters.
       */
      clientMessageId?: string | undefined
      /**
       * Where the visitor is
       * At most 2,048 characters.
       */
      page?: string | undefined
      /**
       * Language of the visitor, BCP 47
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      success: true
      /** The deal */
      projectId: string
      messageId: string
    }
    errors: 'chat_origin_refused' | 'chat_session_foreign' | 'chat_widget_off' | 'forbidden' | 'chat_widget_not_found' | 'client_id_reused' | 'rate_limited' | WriteCode
  }
  /**
   * Begin or resume the chat of a visitor of a website.
   * For the chat script on a page of a listed origin, which the browser sends in `Origin`. The `token` (sent as `Authorization: Bearer …`) grants access to this one session only: `log-web-chat`, `read-web-chat`, `identify-web-visitor`. It is valid for 90 days; pass an older one in `token` to continue its session. Nothing is stored before the first message.
   * Public · reads · 60 per 60 s
   */
  'start-web-chat': {
    input: {
      widgetId: string
      /**
       * Of an earlier visit
       * At most 1,000 characters.
       */
      token?: string | null | undefined
    }
    output: {
      sessionId: string
      token: string
      widget: ChatWidgetAppearance
    }
    errors: 'chat_origin_refused' | 'chat_widget_off' | 'chat_widget_not_found' | PublicCode
  }
  /**
   * Read the messages of a website chat session.
   * By a visitor with the token of `start-web-chat`, for their own session; by a member for any session. Contains the messages of the session and their replies, and nothing else about the visitor: no notes, no other channel, no other session. Without `after`, the newest 200; with it, newer messages plus the last seconds before it: deduplicate by id.
   * Any member · reads · 120 per 60 s
   */
  'read-web-chat': {
    input: {
      /** At most 255 characters. */
      sessionId: string
      /**
       * `cursor` of the previous response
       * RFC 3339.
       */
      after?: string | null | undefined
    }
    output: {
      messages: WebChatMessage[]
      /** RFC 3339. */
      cursor: string | null
    }
    errors: 'chat_origin_refused' | 'chat_session_foreign' | 'chat_widget_off' | 'chat_session_not_found' | 'chat_widget_not_found' | ReadCode
  }
  /**
   * Set the claimed name and email of a website visitor.
   * By a visitor with the token of `start-web-chat`, for their own session; by a member for any session. It is a claim: it appears in the conversation as not verified and is proposed to members, who accept or dismiss it (`decide-claim`). It merges the visitor with no contact, and reveals nothing to the visitor about a contact with that email address.
   * Any member · writes · 20 per 60 s
   */
  'identify-web-visitor': {
    input: {
      /** At most 255 characters. */
      sessionId: string
      /** At most 200 characters. */
      name?: string | undefined
      /** At most 320 characters. */
      email?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'email_malformed' | 'chat_origin_refused' | 'chat_session_foreign' | 'chat_widget_off' | 'chat_widget_not_found' | WriteCode
  }
  /**
   * List website chats with their script tags.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-chat-widgets': {
    input: Record<never, never>
    output: {
      widgets: ChatWidget[]
    }
    errors: ReadCode
  }
  /**
   * Create a website chat.
   * The response contains the script tag for your pages in `widget.script`. The chat only appears on pages of the listed origins. A workspace can have 50.
   * Admins and owners · writes · 120 per 60 s
   */
  'create-chat-widget': {
    input: {
      /** At most 100 characters. */
      name: string
      /** Such as https://www.example.com; a page URL is reduced to its origin */
      allowedOrigins?: readonly string[] | undefined
      /** At most 500 characters. */
      greeting?: string | undefined
      /** At most 60 characters. */
      title?: string | undefined
      /** #rrggbb */
      accent?: string | undefined
      /** auto: follows the visitor’s device */
      theme?: ChatWidgetTheme | undefined
      /** The corner of the page */
      side?: ChatWidgetCorner | undefined
      /**
       * BCP 47, such as en-GB
       * At most 35 characters.
       */
      locale?: string | undefined
      asksEmail?: boolean | undefined
    }
    output: {
      widget: ChatWidget
    }
    errors: 'chat_origin_invalid' | 'too_many_chat_widgets' | WriteCode
  }
  /**
   * Update, turn off or turn on a website chat.
   * Omitted fields keep their values. Changes apply to the visitor’s next request; open pages change their appearance when they are reloaded, at most ten minutes later.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-chat-widget': {
    input: {
      widgetId: string
      /** At most 100 characters. */
      name?: string | undefined
      /** Such as https://www.example.com; a page URL is reduced to its origin */
      allowedOrigins?: readonly string[] | undefined
      /** At most 500 characters. */
      greeting?: string | undefined
      /** At most 60 characters. */
      title?: string | undefined
      /** #rrggbb */
      accent?: string | undefined
      /** auto: follows the visitor’s device */
      theme?: ChatWidgetTheme | undefined
      /** The corner of the page */
      side?: ChatWidgetCorner | undefined
      /**
       * BCP 47, such as en-GB
       * At most 35 characters.
       */
      locale?: string | undefined
      asksEmail?: boolean | undefined
      isEnabled?: boolean | undefined
    }
    output: {
      widget: ChatWidget
    }
    errors: 'chat_origin_invalid' | 'chat_widget_not_found' | WriteCode
  }
  /**
   * Remove a website chat.
   * It disappears from the pages that include it. Its messages remain in the conversations.
   * Admins and owners · writes · 120 per 60 s
   */
  'remove-chat-widget': {
    input: {
      widgetId: string
    }
    output: {
      success: true
    }
    errors: 'chat_widget_not_found' | WriteCode
  }
  /**
   * List calls, newest first.
   * Any member · reads · 600 per 60 s
   */
  'list-calls': {
    input: {
      /** Calls of one contact, by any of its merged records */
      contactId?: string | undefined
      dealId?: string | undefined
      /** Only missed calls, or only the others */
      missed?: boolean | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      calls: Call[]
      next_cursor: string | null
    }
    errors: 'contact_not_found' | 'deal_not_found' | ReadCode
  }
  /**
   * Get a token for calls in the browser.
   * A Twilio access token for its voice clients, valid for an hour. Its identity is always your own: your id with underscores in place of hyphens, the only form that these clients accept. `identity` may name you in either form; any other is rejected.
   * Any member · writes · 120 per 60 s
   */
  'get-voice-token': {
    input: {
      /**
       * Your own id
       * At most 255 characters.
       */
      identity: string
    }
    output: {
      token: string
    }
    errors: 'foreign_person' | 'calls_not_connected' | WriteCode
  }
  /**
   * Show whether and how you can place calls.
   * Any member · reads · 600 per 60 s
   */
  'show-calling': {
    input: Record<never, never>
    output: {
      /** The client name of your browser for calls */
      identity: string
      /** Null: calls are not possible. `sandbox`: calls are simulated on this machine */
      mode: ConnectionMode | null
      /** Null: no provider is connected yet; the first call connects the sandbox */
      connection_id: string | null
      /** The number that outbound calls use and inbound calls ring */
      caller_id: string | null
      /** Where a call is pretended, in the sandbox */
      calling_page: string | null
      /** Where the number and the TwiML app send their calls */
      webhook_url: string | null
      /** As configured; empty: the default country */
      call_countries: string[]
      /** Countries whose numbers can be called */
      allowed_countries: string[]
    }
    errors: ReadCode
  }
  /**
   * Log a call made with your own phone.
   * A call that no phone provider of the workspace carried. One that reached the contact is a first answer, as of when it ended, to the leads and deals that waited by then. `update-call` and `delete-call` change it.
   * Any member · writes · 120 per 60 s
   */
  'log-call': {
    input: {
      /** Default: the contact of the deal or lead */
      contactId?: string | undefined
      dealId?: string | undefined
      /** The lead whose contact was called */
      leadId?: string | undefined
      /** Default: `"out"`. */
      direction?: Direction | undefined
      /** `left_message`: a voicemail, or word with someone else. An inbound call with another outcome than `reached` was missed */
      outcome: CallOutcome
      /**
       * When the call began: within 10 years, and not later than in five minutes. Default: such that it ends now
       * RFC 3339.
       */
      startedAt?: string | undefined
      /** Of a call that reached them */
      durationSeconds?: number | null | undefined
      /**
       * What was said. Only members of the workspace see it
       * At most 10,000 characters.
       */
      note?: string | null | undefined
    }
    output: {
      success: true
      call: Call
    }
    errors: 'bad_request' | 'missing_field' | 'contact_not_found' | 'deal_not_found' | 'lead_not_found' | 'deal_has_no_contact' | 'record_in_bin' | WriteCode
  }
  /**
   * Edit a logged call.
   * By its author or an admin, of calls that `log-call` logged. Omitted fields keep their values, `null` clears one. What the call answered stays answered; an outcome that becomes `reached` answers what waited.
   * Any member · writes · 120 per 60 s
   */
  'update-call': {
    input: {
      callId: string
      outcome?: CallOutcome | undefined
      /** Of a call that reached them */
      durationSeconds?: number | null | undefined
      /** At most 10,000 characters. */
      note?: string | null | undefined
    }
    output: {
      success: true
      call: Call
    }
    errors: 'bad_request' | 'call_of_other' | 'call_not_found' | 'call_not_logged' | WriteCode
  }
  /**
   * Delete a logged call.
   * By its author or an admin, of calls that `log-call` logged. What the call answered stays answered. `restore-call` brings it back within 30 days.
   * Any member · writes · 120 per 60 s
   */
  'delete-call': {
    input: {
      callId: string
    }
    output: {
      success: true
    }
    errors: 'call_of_other' | 'call_not_found' | 'call_not_logged' | WriteCode
  }
  /**
   * Restore a deleted call.
   * By its author or an admin, within 30 days.
   * Any member · writes · 120 per 60 s
   */
  'restore-call': {
    input: {
      callId: string
    }
    output: {
      success: true
      call: Call
    }
    errors: 'call_of_other' | 'call_not_found' | 'call_not_logged' | WriteCode
  }
  /**
   * Reply in a conversation, or add a note.
   * The reply goes to the channel and sender of the message in `answering`, or of the last inbound message: to that website chat, by email to whom wrote it, or to that WhatsApp number, where free text is possible for 24 hours after they wrote and a template (`templateName`) always. Send `answering` so that a message arriving meanwhile on another channel does not change the recipient. `note: true` is visible to teammates only; members mentioned in it with an @ get one notification. A `clientMessageId` makes retries safe: the same message with the same id is sent once. The same id with a different message or recipient is rejected (422). What a workflow sends is no reply of a person: deals still wait for theirs.
   * Any member · writes · 300 per 60 s
   */
  'reply-chat': {
    input: {
      /** The deal; or, where a conversation has none, its contact */
      projectId: string
      /** Your own id of the message */
      clientMessageId?: string | undefined
      /**
       * 4,096 characters at most, in an email 50,000
       * At most 50,000 characters.
       */
      message?: string | undefined
      /** Default: `false`. */
      note?: boolean | undefined
      /** For notes: members to notify, in addition to those mentioned with an @ name or address */
      mentions?: readonly string[] | undefined
      /** A message of the conversation, quoted in the reply */
      replyTo?: string | undefined
      /** The message whose channel and sender get the reply; default: the last inbound message */
      answering?: string | undefined
      /**
       * For an email: all whom it went to get the reply, too
       * Default: `false`.
       */
      replyAll?: boolean | undefined
      /**
       * For an email: so long `cancel-email` takes it back
       * Default: `0`.
       */
      undoSeconds?: number | undefined
      /**
       * Files of `create-email-file`, 20 MB (20,971,520 bytes) in all
       * Default: `[]`.
       */
      files?: readonly string[] | undefined
      /** At most 512 characters. */
      templateName?: string | undefined
      /**
       * At most 16 characters.
       * Default: `"en_US"`.
       */
      language?: string | undefined
      /**
       * One for each of the template’s `values`, in order: header (its text, the https URL of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Numbered placeholders by number, named ones in order of appearance; a login code is given once
       * Default: `[]`.
       */
      templateVars?: readonly string[] | undefined
    }
    output: {
      success: true
      message: Message
    }
    errors: 'bad_request' | 'email_not_sendable' | 'missing_field' | 'template_values' | 'foreign_mailbox' | 'deal_not_found' | 'email_file_not_found' | 'member_not_found' | 'message_not_found' | 'template_not_found' | 'deal_has_no_contact' | 'email_file_not_whole' | 'mail_not_allowed' | 'mailbox_not_connected' | 'no_channel' | 'no_whatsapp_address' | 'template_language' | 'template_not_approved' | 'template_unusable' | 'whatsapp_not_connected' | 'window_closed' | 'email_files_too_large' | 'client_id_reused' | WriteCode
  }
  /**
   * React to a WhatsApp message with an emoji.
   * An empty `emoji` removes the reaction. Like free text, it is possible for 24 hours after the contact’s last message.
   * Any member · writes · 120 per 60 s
   */
  'react-chat': {
    input: {
      messageId: string
      /** At most 16 characters. */
      emoji: string
      clientMessageId: string
    }
    output: {
      success: true
      message: Message
    }
    errors: 'template_values' | 'message_not_found' | 'template_not_found' | 'no_channel' | 'no_whatsapp_address' | 'template_language' | 'template_not_approved' | 'template_unusable' | 'whatsapp_not_connected' | 'window_closed' | 'client_id_reused' | WriteCode
  }
  /**
   * Resend a message that failed or whose delivery is unknown.
   * For an `uncertain` message, the platform never confirmed whether it accepted it: resending may deliver it twice, so a person must decide. A sent message is not resent.
   * Any member · writes · 120 per 60 s
   */
  'resend-message': {
    input: {
      messageId: string
    }
    output: {
      success: true
      message: Message
    }
    errors: 'message_not_found' | 'message_not_failed' | 'window_closed' | WriteCode
  }
  /**
   * Submit a project request from a form.
   * For the form on a website. A token determines the workspace; an anonymous caller names it in `orgId`, by id or slug (neither is secret, and neither grants access), or omits it if the installation has only one.
   *
   * The contact is found by `phone`, else by `clientEmail`, else created. If it has an open deal, the request is added to that deal’s conversation, marked as not verified, and the owner gets an email; else a deal is created in the first stage of the default pipeline and assigned by round robin, with an email to its owner. Sending it again is safe: a contact has one open deal, however many requests arrive at once. Any other email address or phone number in the form is a claim: it merges no contacts, and members accept or dismiss it. A phone number that cannot be parsed is kept as sent.
   *
   * An anonymous caller gets the `businessName` it sent as `name`, the `status` of a new deal and null as `assigned_to`, whether the contact was known or not, and the response takes the same time. `id` is the same for the same deal, and reveals nothing about its age; members use it wherever a deal id is accepted. A member of the workspace gets the actual state.
   *
   * `Idempotency-Key` works without a credential: the same key with the same payload within 24 hours gets the first response again.
   *
   * Without `generatedPrd`, a requirements document is written from `rawData` in the background once an AI provider responds: a request is never rejected for lack of one.
   * Public · writes · 5 per 60 s
   */
  'prd': {
    input: {
      /** At most 255 characters. */
      clientName: string
      /** At most 254 characters. */
      clientEmail: string
      /** At most 255 characters. */
      businessName: string
      /** At most 255 characters. */
      industry?: string | null | undefined
      /**
       * E.164, or in the national format of the workspace’s default country
       * At most 64 characters.
       */
      phone?: string | null | undefined
      /** What they want, in their own words */
      rawData?: {
        /** At most 10,000 characters. */
        problem?: string | undefined
        /** At most 10,000 characters. */
        users?: string | undefined
        features?: readonly string[] | undefined
      } | null | undefined
      /**
       * A requirements document that the page has already written
       * At most 50,000 characters.
       */
      generatedPrd?: string | null | undefined
      /** For signed-in callers, their own id; it proves and decides nothing */
      userId?: string | null | undefined
      /**
       * The workspace, by id or slug; optional if there is only one
       * At most 64 characters.
       */
      orgId?: string | null | undefined
    }
    output: {
      success: true
      project: {
        id: string
        name: string
        /** The slug of its stage: `new_lead` */
        status: string
        assigned_to: string | null
      }
    }
    errors: 'missing_field' | 'foreign_person' | 'organization_not_found' | PublicCode
  }
  /**
   * Show the working hours of a member or of the business.
   * When a member can be booked: windows of the wall clock in their time zone, by weekday, and for single days. Without `userId`, your own. With `business`, those of the whole business, which hold for members who have set no week of their own.
   * Any member · reads · 120 per 60 s
   */
  'show-hours': {
    input: {
      userId?: string | undefined
      business?: boolean | undefined
    }
    output: {
      hours: WorkHours
    }
    errors: 'person_not_found' | ReadCode
  }
  /**
   * Set the working hours of a member or of the business.
   * Windows of the wall clock in the member’s time zone: bookings begin and end within them. `weekly` replaces all weekdays, and a weekday without windows is closed; `null` follows the week of the business, as it is now and as it changes later. `dates` replaces all single days, each of which replaces its weekday. Omitted parts keep their values. Members set their own hours, admins those of any member and, with `business`, of the whole business: its week holds for members who have set none, and its single days (holidays) for all who have no hours of their own on that day. Existing bookings stay as they are.
   * Any member · writes · 120 per 60 s
   */
  'set-hours': {
    input: {
      /** Default: yourself */
      userId?: string | undefined
      /** Those of the whole business; its time zone is that of the workspace */
      business?: boolean | undefined
      /** IANA time zone, such as Europe/Berlin */
      timezone?: string | undefined
      /** Null, for a member: the week of the business */
      weekly?: WeeklyHours | null | undefined
      /** Windows of single days; a date replaces its weekday, and an empty list closes it */
      dates?: { [name: string]: readonly (readonly string[])[] } | undefined
    }
    output: {
      success: true
      hours: WorkHours
    }
    errors: 'forbidden' | 'person_not_found' | WriteCode
  }
  /**
   * List the next events of a mailbox’s calendars.
   * Up to 10 events of the calendars that the owner of the mailbox ticked, running or beginning within 30 days, by start; recurring ones expanded. Read from the copy: `synced_at` says how old it is. `userEmail` is your own mailbox or one of the team. Of another member’s calendar, private events are `Busy`, and all events unless the calendar is shared.
   * Any member · reads · 120 per 60 s
   */
  'fetch-calendar': {
    input: {
      /** At most 254 characters. */
      userEmail: string
    }
    output: {
      events: CalendarEvent[]
      /**
       * When the oldest copy was read; null: not yet
       * RFC 3339.
       */
      synced_at: string | null
    }
    errors: 'foreign_mailbox' | 'mailbox_not_connected' | ReadCode
  }
  /**
   * Create a video room now.
   * Puts an event from now for 30 minutes into the calendar of a mailbox, shown as free so that it takes no slot, and answers the link of its video room. Waits up to 10 seconds for the link; without one the answer is 500, and what was made is removed. A calendar that makes no rooms (CalDAV) gets the event with a room of the workspace (`roomPattern` of `update-workspace`); so does a member without any calendar, without an event.
   * Any member · writes · 20 per 60 s
   */
  'create-meet-event': {
    input: {
      /**
       * Title of the event
       * At most 200 characters.
       */
      roomName: string
      /**
       * Of your mailbox, of one of the team, or your own address without a mailbox
       * At most 254 characters.
       */
      userEmail: string
    }
    output: {
      success: true
      meetLink: string
      eventId: string
    }
    errors: 'foreign_mailbox' | 'mailbox_not_connected' | 'no_video_provider' | 'provider_failed' | WriteCode
  }
  /**
   * List the calendars of your accounts.
   * All calendars of the accounts that you connected, with which of them are read, which one gets the meetings, and how old each copy is. Only you see this list.
   * Any member · reads · 120 per 60 s
   */
  'list-account-calendars': {
    input: Record<never, never>
    output: {
      calendars: AccountCalendar[]
    }
    errors: ReadCode
  }
  /**
   * Choose whether a calendar is read, shared, or gets the meetings.
   * Only its owner can. `ticked`: its events take time from your slots, and it is read from now on; otherwise its copy no longer counts. `shared`: colleagues see its events and not only that they take time. `target: true`: new meetings are written into it; those of before stay where they are, and those that are in no calendar yet come into it.
   * Any member · writes · 120 per 60 s
   */
  'update-calendar': {
    input: {
      calendarId: string
      ticked?: boolean | undefined
      shared?: boolean | undefined
      target?: true | undefined
    }
    output: {
      success: true
      calendars: AccountCalendar[]
    }
    errors: 'account_calendar_not_found' | 'calendar_gone' | 'calendar_is_target' | 'calendar_read_only' | WriteCode
  }
  /**
   * Look for new and removed calendars of your account.
   * The list is also read each hour. This answers at once, and `list-account-calendars` has the result a moment later. New calendars are read once you tick them; those that the provider no longer lists block no time.
   * Any member · writes · 10 per 60 s
   */
  'refresh-account-calendars': {
    input: {
      mailboxId: string
    }
    output: {
      success: true
    }
    errors: 'mailbox_not_found' | WriteCode
  }
  /**
   * Read your mailbox now.
   * Its mails and its calendars are read again and again anyway. Answers before they are read: `list-mailboxes` says when they were.
   * Any member · writes · 10 per 60 s
   */
  'sync-mailbox': {
    input: {
      mailboxId: string
    }
    output: {
      success: true
    }
    errors: 'mailbox_not_found' | WriteCode
  }
  /**
   * Get the times that cannot be booked.
   * Busy blocks of published calendars, merged and in order, in UTC: everything that cannot be booked, whether it is an event, a booking, a hold, an absence, time outside working hours, or too soon. What remains between them can be booked with `booking`. At most 62 days, up to 24 months ahead. All calendars belong to one workspace; with several, a time is busy when any of them is.
   * Public · reads · 30 per 60 s
   */
  'get-availability': {
    input: {
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      timeMin: string
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      timeMax: string
      /** Ids from `list-published-calendars` */
      calendarIds: readonly string[]
    }
    output: {
      busy: BusyTime[]
    }
    errors: 'time_range_invalid' | 'calendar_not_found' | PublicCode
  }
  /**
   * List the calendars that can be booked.
   * A published calendar is the bookable time of a member, with an id of its own: every member who hosts an event type has one. A token determines the workspace; without one it is named in `orgId`, or is the only one.
   * Public · reads · 30 per 60 s
   */
  'list-published-calendars': {
    input: {
      /**
       * The workspace, by id or slug
       * At most 64 characters.
       */
      orgId?: string | undefined
    }
    output: {
      calendars: PublishedCalendar[]
    }
    errors: 'missing_field' | 'organization_not_found' | PublicCode
  }
  /**
   * List the starts that can be booked.
   * The starts of an event type that are free at this moment, in order. They stand on the wall clock of the host; `date`, `label` and `offset` are in `timezone`, by the zone rules `tz_version` of the server, and are meant to be shown as they are. Without `eventType` the default one.
   * Public · reads · 120 per 60 s
   */
  'list-slots': {
    input: {
      /**
       * The workspace, by id or slug
       * At most 64 characters.
       */
      orgId?: string | undefined
      /**
       * By id or slug
       * At most 64 characters.
       */
      eventType?: string | undefined
      /** Only starts at which this host is free; not for a collective event type */
      hostId?: string | undefined
      /**
       * Of `hold-slot`: to the owner of a hold its time counts as free
       * At most 200 characters.
       */
      hold?: string | undefined
      /**
       * Of the link to reschedule: the time of that booking counts as free
       * At most 100 characters.
       */
      token?: string | undefined
      /** For members: the time of this booking counts as free */
      bookingId?: string | undefined
      /**
       * Also starts that are only on hold
       * Default: `false`.
       */
      heldToo?: boolean | undefined
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      from: string
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      to: string
      /**
       * IANA time zone, such as Europe/Berlin
       * At most 64 characters.
       */
      timezone: string
      /**
       * The language of the labels
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      slots: Slot[]
      tz_version: string
    }
    errors: 'missing_field' | 'time_range_invalid' | 'zone_unknown' | 'event_type_not_found' | 'organization_not_found' | PublicCode
  }
  /**
   * Show an event type that can be booked.
   * The data of its public page. Without `eventType` the default one.
   * Public · reads · 120 per 60 s
   */
  'show-event-type': {
    input: {
      /**
       * The workspace, by id or slug
       * At most 64 characters.
       */
      orgId?: string | undefined
      /**
       * By id or slug
       * At most 64 characters.
       */
      eventType?: string | undefined
      /**
       * The language in which the country of the address is named
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      event_type: EventTypeShown
    }
    errors: 'missing_field' | 'event_type_not_found' | 'organization_not_found' | PublicCode
  }
  /**
   * Hold a start for five minutes.
   * For a page on which a booker fills in the details: no other booking can take the start until the hold is used by `booking` or runs out. Another hold of the same booker is given in `hold`; `release-hold` gives one back. Two holds an address at a time, and at most a tenth of a day’s starts in all.
   * Public · writes · 10 per 60 s
   */
  'hold-slot': {
    input: {
      /**
       * The workspace, by id or slug
       * At most 64 characters.
       */
      orgId?: string | undefined
      /**
       * By id or slug
       * At most 64 characters.
       */
      eventType?: string | undefined
      /**
       * ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone
       * At most 40 characters.
       */
      start: string
      /**
       * IANA time zone, such as Europe/Berlin
       * At most 64 characters.
       * Default: `"UTC"`.
       */
      timezone?: string | undefined
      /**
       * One of the caller’s, which this one replaces: its time counts as free, and is
       * At most 200 characters.
       */
      hold?: string | undefined
    }
    output: {
      /** For `booking` */
      hold: string
      /** RFC 3339. */
      expires_at: string
    }
    errors: 'missing_field' | 'time_ambiguous' | 'time_skipped' | 'time_unreadable' | 'zone_unknown' | 'event_type_not_found' | 'organization_not_found' | 'slot_not_offered' | 'slot_taken' | 'too_many_holds' | PublicCode
  }
  /**
   * Release a start that is on hold.
   * For a booker who goes back to choose another start: the time is free again at once. Only the text that `hold-slot` answered opens a hold. A hold that ran out, was used or never was gets the same answer.
   * Public · writes · 30 per 60 s
   */
  'release-hold': {
    input: {
      /**
       * The workspace, by id or slug
       * At most 64 characters.
       */
      orgId?: string | undefined
      /**
       * Of `hold-slot`
       * At most 200 characters.
       */
      hold: string
    }
    output: {
      success: true
    }
    errors: 'missing_field' | 'organization_not_found' | PublicCode
  }
  /**
   * Book a meeting.
   * Books a start that `list-slots` offers. `isoTime` is the start: with `Z` or an offset the instant counts; without one it stands on the wall clock of `timezone`. `date` and `time` are only display text.
   *
   * No two meetings of one host overlap, however many requests arrive at once: the database excludes it. The later request gets 409 with up to three free starts in `nearest`.
   *
   * What a success answers is stored. The calendar event, the emails with the calendar file, and the WhatsApp template follow in the background; each has a state that members see and can retry. `meetingLink` is Foyer’s own address: it stays the same when the meeting is moved, and leads to the room once there is one. An event type that needs approval answers `status: pending` and no link.
   *
   * The same address, name and start again from the same network within ten minutes gets the first answer again, and nothing is sent twice. `Idempotency-Key` works without a credential.
   * Public · writes · 10 per 60 s
   */
  'booking': {
    input: {
      /** At most 255 characters. */
      name: string
      /** At most 254 characters. */
      email: string
      /**
       * E.164, or in the national format of the workspace’s default country; refused where it is no number of either
       * At most 64 characters.
       */
      phone?: string | null | undefined
      /** At most 255 characters. */
      company?: string | null | undefined
      /**
       * The day as the page showed it; display text, never read as a time
       * At most 120 characters.
       */
      date: string
      /**
       * The time as the page showed it; display text
       * At most 120 characters.
       */
      time: string
      /**
       * ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone
       * At most 40 characters.
       */
      isoTime: string
      /**
       * The booker’s, in which every message names the time
       * At most 64 characters.
       */
      timezone: string
      /**
       * The workspace, by id or slug
       * At most 64 characters.
       */
      orgId?: string | null | undefined
      /**
       * By id or slug; the default event type otherwise
       * At most 64 characters.
       */
      eventType?: string | null | undefined
      /**
       * Of `hold-slot`. One of another start is given back
       * At most 200 characters.
       */
      hold?: string | null | undefined
      /**
       * To the questions of the event type, by their keys
       * Default: `{}`.
       */
      answers?: { [name: string]: string | boolean } | undefined
      /**
       * The language of the emails
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      success: true
      meetingLink: string | null
      status: NewBookingStatus
      /** RFC 3339. */
      start: string
      /** The page on which the booker reschedules or cancels */
      manageLink: string
    }
    errors: 'answer_missing' | 'missing_field' | 'phone_unreadable' | 'time_ambiguous' | 'time_skipped' | 'time_unreadable' | 'zone_unknown' | 'event_type_not_found' | 'organization_not_found' | 'calendar_too_old' | 'slot_not_offered' | 'slot_taken' | 'too_many_bookings' | PublicCode
  }
  /**
   * Show a booking by its link.
   * The data of the page behind the link in a booking’s emails, with the times in words, ready to show. Changes nothing.
   * Public · reads · 60 per 60 s
   */
  'show-booking': {
    input: {
      /**
       * The token of the link in the email
       * At most 100 characters.
       */
      token: string
      /**
       * IANA time zone, such as Europe/Berlin
       * At most 64 characters.
       */
      timezone?: string | undefined
      /**
       * BCP 47, such as en-GB
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      booking: BookingShown
    }
    errors: 'zone_unknown' | 'booking_link_unknown' | PublicCode
  }
  /**
   * Find the room of a meeting by its link.
   * Where the meeting link leads: `url` is the room while there is one and the meeting stands; without one, the page says when it begins and how to reach the host. Where no calendar of the hosts makes rooms, it is a room of the workspace (`roomPattern` of `update-workspace`). Changes nothing.
   * Public · reads · 60 per 60 s
   */
  'open-meeting': {
    input: {
      /**
       * The token of the link in the email
       * At most 100 characters.
       */
      token: string
      /**
       * BCP 47, such as en-GB
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      url: string | null
      event: string
      organization: string
      brand: Brand
      cancelled: boolean
      /** The provider made no room: the host says how to meet */
      room_failed: boolean
      when: string
      hosts: MeetingHost[]
      locale: string
    }
    errors: 'booking_link_unknown' | PublicCode
  }
  /**
   * Reschedule a booking by its link.
   * Moves a booking to another start that is offered, also onto part of its own old time. Its id, its link and its calendar entry stay the same; the host stays where they are free. The booker and the host get an email, and reminders follow the new time. Where the event type needs approval the new time waits for it, also of a booking that was approved: `status` is `pending` again. The same start again changes nothing. A recipient gets ten emails a day about bookings at most (`MAX_BOOKING_MAILS_PER_RECIPIENT`): after them a booking can be cancelled, and moved by its host alone.
   * Public · writes · 10 per 60 s
   */
  'reschedule-booking': {
    input: {
      /**
       * The token of the link in the email
       * At most 100 characters.
       */
      token: string
      /**
       * ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone
       * At most 40 characters.
       */
      start: string
      /**
       * IANA time zone, such as Europe/Berlin
       * At most 64 characters.
       */
      timezone?: string | undefined
    }
    output: {
      success: true
      booking: BookingShown
    }
    errors: 'time_ambiguous' | 'time_skipped' | 'time_unreadable' | 'zone_unknown' | 'booking_link_unknown' | 'booking_cancelled' | 'booking_over' | 'booking_too_late' | 'slot_not_offered' | 'slot_taken' | 'too_many_bookings' | PublicCode
  }
  /**
   * Cancel a booking by its link.
   * Cancels a booking and frees its time. The booker and the hosts get an email, and calendars are updated. Cancelled already: success, and nothing is sent. With `notMe`, and the link as it stands in an email, the email address is opted out of booking emails, also where it is too late to cancel: `booking.status` says whether the meeting still stands.
   * Public · writes · 10 per 60 s
   */
  'cancel-booking': {
    input: {
      /**
       * The token of the link in the email
       * At most 100 characters.
       */
      token: string
      /** At most 500 characters. */
      reason?: string | null | undefined
      /**
       * The reader of the email did not book. Only with a link from an email
       * Default: `false`.
       */
      notMe?: boolean | undefined
    }
    output: {
      success: true
      booking: BookingShown
    }
    errors: 'link_not_from_mail' | 'booking_link_unknown' | 'booking_cancelled' | 'booking_over' | 'booking_too_late' | PublicCode
  }
  /**
   * List bookings.
   * By their start. `upcoming` and `pending` begin with the next one, `past` and `cancelled` with the last. Where another event of a host is at the same time, `conflicts` names it: only your own by their titles. Of a company the newest 500 contacts and deals count.
   * Any member · reads · 120 per 60 s
   */
  'list-bookings': {
    input: {
      /** Default: `"upcoming"`. */
      state?: 'upcoming' | 'pending' | 'past' | 'cancelled' | 'all' | undefined
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      from?: string | undefined
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      to?: string | undefined
      hostId?: string | undefined
      contactId?: string | undefined
      /** Of the contacts and deals of a company */
      companyId?: string | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      bookings: Booking[]
      next_cursor: string | null
    }
    errors: 'company_not_found' | ReadCode
  }
  /**
   * List what a calendar page shows.
   * Bookings, events of the calendars that are read, and absences on some days, of yourself or of several members, by start. Days and minutes are those of the wall in your time zone, so that a page can draw them as they are. Of colleagues, events are `Busy` unless their owner shares the calendar, private events always, and what takes no time is left out then; bookings are the workspace’s, and are named. Ids that are no members of the workspace are left out. `people` lists the members and how old the copies of their calendars are.
   * Any member · reads · 120 per 60 s
   */
  'list-calendar': {
    input: {
      /** The first day; default: today in your time zone */
      from?: string | undefined
      /**
       * `week`: begin with the Monday of that day
       * Default: `"day"`.
       */
      align?: 'day' | 'week' | undefined
      /** Default: `7`. */
      days?: number | undefined
      /** Default: yourself */
      userIds?: readonly string[] | undefined
    }
    output: {
      time_zone: string
      today: string
      /** Of the clock, today */
      now_minute: number
      dates: string[]
      entries: CalendarEntry[]
      /** There are more than the 2000 entries that are listed */
      is_cut: boolean
      people: CalendarPerson[]
    }
    errors: ReadCode
  }
  /**
   * Show a booking with all that follows from it.
   * The booking, each step after it (emails, calendar events, WhatsApp) with its state and reason, and its reminders. A failed step can be repeated with `retry-booking-effect`.
   * Any member · reads · 120 per 60 s
   */
  'show-booking-detail': {
    input: {
      bookingId: string
    }
    output: {
      detail: BookingDetail
    }
    errors: 'booking_not_found' | ReadCode
  }
  /**
   * Book a meeting for a client.
   * As a member: books a start that `list-slots` offers, with a contact or with a person who is named. The client gets the same emails, calendar file and links as one who books on the page. With `anyTime` also a start that is not offered: outside of working hours, notice and grid, and over the host’s own events, but never over another booking; for yourself as the host, for others as an admin.
   *
   * An event type that needs approval is confirmed at once by an admin or by one of its hosts. Questions of the event type may stay without an answer, and so may the phone number of a meeting by phone; one that cannot be read is refused. Send an `Idempotency-Key` so that a repeat cannot book twice.
   * Any member · writes · 60 per 60 s
   */
  'create-booking': {
    input: {
      /**
       * By id or slug; the default event type otherwise
       * At most 64 characters.
       */
      eventType?: string | null | undefined
      /**
       * ISO 8601: with Z or an offset the instant counts, else the wall clock of the time zone
       * At most 40 characters.
       */
      start: string
      /**
       * For a start without an offset; default: your own
       * At most 64 characters.
       */
      timezone?: string | undefined
      /**
       * Also a start that is not offered
       * Default: `false`.
       */
      anyTime?: boolean | undefined
      /** One of the hosts of the event type; default: by its rule */
      hostId?: string | undefined
      /** An existing contact; its name and email stand in for those that are left out */
      contactId?: string | undefined
      /** At most 255 characters. */
      name?: string | undefined
      /**
       * Without one the client gets no email
       * At most 254 characters.
       */
      email?: string | undefined
      /**
       * E.164, or in the national format of the workspace’s default country
       * At most 64 characters.
       */
      phone?: string | null | undefined
      /** At most 255 characters. */
      company?: string | null | undefined
      /**
       * In which messages to the client name the time; default: that of the host
       * At most 64 characters.
       */
      clientTimezone?: string | undefined
      /**
       * The language of the emails
       * At most 35 characters.
       */
      locale?: string | undefined
      /**
       * To the questions of the event type, by their keys
       * Default: `{}`.
       */
      answers?: { [name: string]: string | boolean } | undefined
    }
    output: {
      success: true
      bookingId: string
      status: NewBookingStatus
      /** RFC 3339. */
      start: string
      meetingLink: string | null
      /** The page on which the client reschedules or cancels */
      manageLink: string
    }
    errors: 'answer_missing' | 'phone_unreadable' | 'time_ambiguous' | 'time_skipped' | 'time_unreadable' | 'zone_unknown' | 'forbidden' | 'contact_not_found' | 'event_type_not_found' | 'host_not_found' | 'calendar_too_old' | 'slot_not_offered' | 'slot_taken' | WriteCode
  }
  /**
   * Cancel, approve or decline a booking.
   * For a host of the booking, or an admin. `cancel` frees its time, tells the booker by email and updates calendars; cancelled already is a success, and nothing is sent. `approve` and `decline` answer a request that waits for approval; its time is reserved until then.
   * Any member · writes · 120 per 60 s
   */
  'manage-booking': {
    input: {
      action: 'cancel' | 'approve' | 'decline'
      bookingId: string
      /**
       * Told to the booker
       * At most 500 characters.
       */
      reason?: string | null | undefined
    }
    output: {
      success: true
    }
    errors: 'forbidden' | 'booking_not_found' | 'booking_not_pending' | 'booking_over' | WriteCode
  }
  /**
   * Reschedule a booking as a member.
   * For a host of the booking, or an admin: moves it to another start that its event type offers, or with `anyTime` to any that is ahead: outside of working hours, notice and grid, with the hosts that it has, and over their own events; never over another booking. The booker gets an email with the new time and an updated calendar file; its link stays the same.
   *
   * With `hostId` another member hosts it, at its own time or at `start`: for instance after its host left the workspace. The new host must be free then, within working hours; with `anyTime` only other bookings count. In a collective meeting the new host joins the others and replaces former members. An admin may choose any member; a host may choose among the hosts of the event type. Both hosts and the booker get an email: the calendar entry stays the same, with the next SEQUENCE.
   * Any member · writes · 120 per 60 s
   */
  'move-booking': {
    input: {
      bookingId: string
      /**
       * Needed without `hostId`; default: the time that it has
       * At most 40 characters.
       */
      start?: string | undefined
      /**
       * For a start without an offset
       * At most 64 characters.
       */
      timezone?: string | undefined
      /**
       * Also a start that is not offered
       * Default: `false`.
       */
      anyTime?: boolean | undefined
      /** The member who hosts it from now on */
      hostId?: string | undefined
    }
    output: {
      success: true
      /** False where it had that time and that host */
      changed: boolean
    }
    errors: 'time_ambiguous' | 'time_skipped' | 'time_unreadable' | 'zone_unknown' | 'forbidden' | 'booking_not_found' | 'host_not_found' | 'booking_cancelled' | 'booking_over' | 'slot_not_offered' | 'slot_taken' | WriteCode
  }
  /**
   * Decide about a meeting that changed in its host’s calendar.
   * For a host of the booking, or an admin. `tell_booker` moves or cancels the booking as the host did in their calendar, with an email to the booker. `put_back` writes the event into the calendar again, as it was booked. Of a meeting that several hosts changed, both are about the caller’s own event if that is one of them; else `tell_booker` is about the first host’s, and `put_back` about all. `keep_both` accepts other events over the meeting: they are a conflict again only after they move. With `shown` the host’s calendar is asked first, and a decision about a change that the host has changed again meanwhile is refused, and `outside_change` of the response is what the calendar says now. A meeting that is over is not decided about.
   * Any member · writes · 120 per 60 s
   */
  'decide-outside-change': {
    input: {
      bookingId: string
      decision: 'tell_booker' | 'put_back' | 'keep_both'
      /** `outside_change` as it was read; not for `keep_both` */
      shown?: {
        change: 'moved' | 'deleted'
        /**
         * RFC 3339, such as 2026-11-21T10:00:00Z
         * RFC 3339.
         */
        starts_at: string | null
      } | undefined
    }
    output: {
      success: true
    }
    errors: 'forbidden' | 'booking_not_found' | 'booking_cancelled' | 'booking_changed_again' | 'booking_not_changed' | 'booking_over' | 'slot_not_offered' | 'slot_taken' | WriteCode
  }
  /**
   * Decide about a booker who declined or proposed another time by email.
   * For a host of the booking, or an admin. The booker’s calendar program sends its answer by email, which does not change the meeting. `accept` moves the meeting to the proposed time and emails the booker; `keep` leaves it unchanged and sends nothing. To cancel the meeting, use `manage-booking`.
   * Any member · writes · 120 per 60 s
   */
  'decide-booker-answer': {
    input: {
      bookingId: string
      decision: 'accept' | 'keep'
    }
    output: {
      success: true
    }
    errors: 'forbidden' | 'booking_not_found' | 'booking_cancelled' | 'booking_not_answered' | 'slot_not_offered' | 'slot_taken' | WriteCode
  }
  /**
   * Repeat a step after a booking.
   * For a host of the booking, or an admin. For a step that failed, was skipped, or whose result is uncertain. An email that was sent already is not sent again, nor one that the booking has changed since, and a calendar event that is there already is found, not repeated. A WhatsApp message that was not delivered is written anew, with the time that stands.
   * Any member · writes · 120 per 60 s
   */
  'retry-booking-effect': {
    input: {
      effectId: string
    }
    output: {
      success: true
    }
    errors: 'forbidden' | 'booking_not_found' | 'effect_not_failed' | WriteCode
  }
  /**
   * Send booking emails to an address again.
   * For an address whose reader opted out of emails about bookings (“This was not me”) and wants them again: the next emails go out; those that were skipped do not. An address that has not opted out: success, and nothing changes.
   * Admins and owners · writes · 120 per 60 s
   */
  'lift-booking-refusal': {
    input: {
      /** At most 254 characters. */
      email: string
    }
    output: {
      success: true
    }
    errors: WriteCode
  }
  /**
   * List bookings that show another time after an update of the zone rules.
   * A country changed its clocks, and this server has the new rules: the moment of these meetings is what it was, but the host’s wall, or that of the booker alone, shows another time than the one that was agreed. Meetings ahead, by start. `settle-booking-clock` decides about each.
   * Any member · reads · 120 per 60 s
   */
  'list-shifted-bookings': {
    input: {
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      bookings: ShiftedBooking[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Decide about a booking that shows another time after an update of the zone rules.
   * For a host of the booking, or an admin. `wall_clock` keeps the time on the wall (`whose` of `list-shifted-bookings`): the meeting moves to the moment at which clocks show it now, and the booker gets an email with an updated calendar file; never over another booking. `moment` keeps the moment: the new time on the wall counts as agreed, and a booker whose clocks show another time than they were told gets an email with it. Once settled, a repeat is a success.
   * Any member · writes · 120 per 60 s
   */
  'settle-booking-clock': {
    input: {
      bookingId: string
      keep: 'wall_clock' | 'moment'
    }
    output: {
      success: true
    }
    errors: 'time_skipped' | 'forbidden' | 'booking_not_found' | 'booking_cancelled' | 'booking_over' | 'slot_taken' | WriteCode
  }
  /**
   * List the event types.
   * The kinds of meetings that can be booked, the default one first, archived ones last.
   * Any member · reads · 120 per 60 s
   */
  'list-event-types': {
    input: Record<never, never>
    output: {
      event_types: BookingEventType[]
    }
    errors: ReadCode
  }
  /**
   * Create or update an event type.
   * A kind of meeting that can be booked. Without `eventTypeId` the event type of `slug` is updated, or created. Omitted fields keep their values; a new one has 30 minutes, a grid of its length, two hours’ notice, 60 days, and the caller as host. `collective` needs all hosts to be free, `round_robin` picks one. Existing bookings stay as they are.
   * Admins and owners · writes · 120 per 60 s
   */
  'save-event-type': {
    input: {
      eventTypeId?: string | undefined
      /**
       * Stands in the address of its page
       * At most 64 characters.
       */
      slug: string
      /** At most 120 characters. */
      name?: string | undefined
      /** At most 2,000 characters. */
      about?: string | undefined
      minutes?: number | undefined
      /** Minutes between starts on the wall clock */
      grid?: number | undefined
      /** User ids, in order */
      hosts?: readonly string[] | undefined
      /** Instead of `hosts`: all owners and admins */
      allAdmins?: boolean | undefined
      mode?: EventTypeMode | undefined
      /** Minutes */
      bufferBefore?: number | undefined
      /** Minutes */
      bufferAfter?: number | undefined
      noticeMinutes?: number | undefined
      horizonDays?: number | undefined
      limitPerDay?: number | null | undefined
      limitPerWeek?: number | null | undefined
      /** A request reserves the time until a host approves it */
      approval?: boolean | undefined
      /** What follows when a host moves or deletes a meeting in their own calendar */
      fromOutside?: FromOutside | undefined
      place?: {
        kind: 'meet'
      } | {
        kind: 'link'
        /** At most 500 characters. */
        url: string
      } | {
        kind: 'phone'
      } | {
        kind: 'address'
        /** At most 500 characters. */
        address: string
      } | undefined
      questions?: readonly {
        key: string
        /** At most 200 characters. */
        label: string
        kind: BookingQuestionKind
        /** Default: `false`. */
        required?: boolean | undefined
        /** Default: `[]`. */
        options?: readonly string[] | undefined
      }[] | undefined
      /** Minutes before the start */
      reminderMinutes?: readonly number[] | undefined
      /** The booker’s link changes nothing so shortly before the start */
      changeLimitMinutes?: number | undefined
      /** Refuse bookings while the copy of a host’s calendar is older */
      calendarMaxAgeMinutes?: number | null | undefined
      makesDeal?: boolean | undefined
      /** Its values are the name and the time of the meeting */
      whatsappTemplate?: {
        /** At most 512 characters. */
        name: string
        /** At most 16 characters. */
        language: string
      } | null | undefined
      isDefault?: true | undefined
    }
    output: {
      success: true
      eventType: BookingEventType
    }
    errors: 'bad_request' | 'event_type_not_found' | 'host_not_found' | 'event_type_slug_taken' | WriteCode
  }
  /**
   * Preview the free starts of an event type before it is saved.
   * The first six starts of the next 31 days that an event type with these settings would offer, by the hosts’ hours, calendars and meetings of this moment. Nothing is stored. Omitted settings are those of a new event type.
   * Admins and owners · reads · 120 per 60 s
   */
  'preview-slots': {
    input: {
      /** Of one that is changed: its bookings count for its limits */
      eventTypeId?: string | undefined
      minutes?: number | undefined
      /** Minutes between starts on the wall clock */
      grid?: number | undefined
      /** User ids, in order */
      hosts?: readonly string[] | undefined
      /** Instead of `hosts`: all owners and admins */
      allAdmins?: boolean | undefined
      /** Default: `"one"`. */
      mode?: EventTypeMode | undefined
      /** Minutes */
      bufferBefore?: number | undefined
      /** Minutes */
      bufferAfter?: number | undefined
      noticeMinutes?: number | undefined
      horizonDays?: number | undefined
      limitPerDay?: number | null | undefined
      limitPerWeek?: number | null | undefined
      /**
       * In which the times are written; omitted: that of the first host
       * At most 64 characters.
       */
      timezone?: string | undefined
      /**
       * BCP 47, such as en-GB
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      starts: PreviewedStart[]
      /** In words */
      zone: string
    }
    errors: 'zone_unknown' | ReadCode
  }
  /**
   * Archive an event type.
   * It can no longer be booked, and its page says so. Existing bookings stay. The default event type cannot be archived.
   * Admins and owners · writes · 120 per 60 s
   */
  'archive-event-type': {
    input: {
      eventTypeId: string
    }
    output: {
      success: true
    }
    errors: 'event_type_not_found' | 'event_type_is_default' | WriteCode
  }
  /**
   * Send due reminders of meetings.
   * Foyer runs this every minute; call it only to run it from your own cron. Each reminder is sent once, however many processors run. A cancelled or moved booking is not reminded of its old time, and what is more than 30 minutes late is skipped, with the reason.
   * Admins and owners · writes · 120 per 60 s
   */
  'process-reminders': {
    input: {
      /** Default: `100`. */
      limit?: number | undefined
    }
    output: {
      success: true
      due: number
      sent: number
      skipped: number
      failed: number
    }
    errors: WriteCode
  }
  /**
   * Email a reminder of a booking now.
   * For a host of the booking, or an admin: one reminder more, at once; those that are scheduled stay so. It is among the `effects` of `show-booking-detail`. A second call within the same minute sends nothing; so does a repeat with the same `Idempotency-Key`.
   * Any member · writes · 120 per 60 s
   */
  'send-booking-reminder': {
    input: {
      bookingId: string
    }
    output: {
      success: true
      state: 'sent' | 'skipped' | 'failed'
      reason: string | null
    }
    errors: 'forbidden' | 'booking_not_found' | 'booker_gets_no_email' | 'booking_cancelled' | 'booking_not_confirmed' | 'booking_over' | 'too_many_booking_mails' | WriteCode
  }
  /**
   * Show whether you have a calendar feed.
   * Your meetings as a calendar that any program can subscribe to, without an account. Its address is a secret, stored as a digest only: `change-calendar-feed` answers it once.
   * Any member · reads · 120 per 60 s
   */
  'show-calendar-feed': {
    input: Record<never, never>
    output: {
      feed: CalendarFeed | null
    }
    errors: ReadCode
  }
  /**
   * Make, renew or end your calendar feed.
   * Its address opens your meetings to any program, 90 days back and a year ahead, and is a secret. It is answered once, in `url`. `renew`: another address, and the one of before ends. `end`: none any more; ended already is a success. It also ends when you leave the workspace.
   * Any member · writes · 20 per 60 s
   */
  'change-calendar-feed': {
    input: {
      change: 'make' | 'renew' | 'end'
    }
    output: {
      success: true
      feed: CalendarFeed | null
      /** Of the feed that was made now; null after `end` */
      url: string | null
    }
    errors: 'calendar_feed_exists' | WriteCode
  }
  /**
   * Read a calendar feed by its secret address.
   * What `GET /calendar-feed/<token>.ics` answers as `text/calendar`: the meetings of the member whose feed it is, at most 2,000, from 90 days back to a year ahead. A token that is unknown, renewed or ended is answered alike.
   * Public · reads · 240 per 60 s
   */
  'read-calendar-feed': {
    input: {
      /**
       * Of the address
       * At most 100 characters.
       */
      token: string
    }
    output: {
      /** An iCalendar file */
      calendar: string
    }
    errors: 'calendar_feed_not_found' | PublicCode
  }
  /**
   * List invoices, newest first.
   * `query` matches a number (`INV-0007` or `7`), or part of the client’s name or email address. `open` totals what is outstanding across all invoices: sent, or with a payment processing. Of a company the newest 500 contacts and deals count.
   * Any member · reads · 600 per 60 s
   */
  'list-invoices': {
    input: {
      /** `overdue`: sent, unpaid and past the due date */
      state?: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded' | 'overdue' | undefined
      /** At most 200 characters. */
      query?: string | undefined
      contactId?: string | undefined
      /** Of the contacts of a company */
      companyId?: string | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      invoices: InvoiceSummary[]
      next_cursor: string | null
      open: OutstandingAmount[]
    }
    errors: 'company_not_found' | ReadCode
  }
  /**
   * Create an invoice.
   * The invoice is a draft, without a number and invisible to the client, until it is sent. Amounts are integers in the smallest unit of the currency, excluding tax. Each line and its tax are rounded half up; totals are sums of the rounded amounts. A due date ends with its day in the time zone of the workspace. A character that no PDF font has is rejected and named: `show-letters` lists all supported ones.
   * Any member · writes · 120 per 60 s
   */
  'create-invoice': {
    input: {
      /**
       * As shown on the invoice
       * At most 255 characters.
       */
      clientName: string
      /**
       * Where the invoice, reminders and the receipt go
       * At most 254 characters.
       */
      clientEmail: string
      /**
       * Lines of the postal address, tax number and so on
       * At most 1,000 characters.
       */
      clientAddress?: string | null | undefined
      /**
       * VAT ID, GSTIN or another tax number of the client; checked where its form is known
       * At most 40 characters.
       */
      clientTaxNumber?: string | null | undefined
      /** ISO 3166-1 alpha-2, such as DE */
      clientCountry?: string | null | undefined
      /** The client owes the tax: it says so on the invoice, and no line is taxed */
      reverseCharge?: boolean | undefined
      /** GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of */
      placeOfSupply?: string | null | undefined
      /** The contact of the client */
      contactId?: string | null | undefined
      /** ISO 4217 code, such as EUR */
      currency: string
      lines: readonly NewInvoiceLine[]
      /** The due date; it ends with its day in the time zone of the workspace */
      dueOn?: string | null | undefined
      /**
       * Shown below the lines
       * At most 2,000 characters.
       */
      note?: string | null | undefined
      /**
       * Language of the document, its emails and its pay page
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      success: true
      invoice: Invoice
    }
    errors: 'bad_request' | 'business_number_invalid' | 'invoice_too_large' | 'letter_without_font' | 'reverse_charge_taxed' | 'contact_not_found' | 'record_in_bin' | WriteCode
  }
  /**
   * Calculate the totals of invoice lines.
   * Calculates without storing anything, with the same arithmetic and rounding as an invoice. Also says why the total could not be paid online with the provider connected for the currency.
   * Any member · reads · 600 per 60 s
   */
  'price-invoice': {
    input: {
      /** ISO 4217 code, such as EUR */
      currency: string
      lines: readonly NewInvoiceLine[]
      /** GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of */
      placeOfSupply?: string | null | undefined
    }
    output: {
      /** Sum of the lines, excluding tax */
      subtotal_minor: number
      tax_minor: number
      total_minor: number
      lines: PricedInvoiceLine[]
      taxes: InvoiceTax[]
      /** What each tax is made of, by the law of India; they add up to `tax_minor`, and the central tax has the odd paisa. Empty without a place of supply, or where the sender has no GSTIN */
      tax_parts: InvoiceTaxPart[]
      /** Null: it can be paid online */
      payment_problem: PaymentProblem | null
    }
    errors: 'invoice_too_large' | 'letter_without_font' | ReadCode
  }
  /**
   * List the characters that an invoice can contain.
   * The characters that the PDF fonts support, so that a form can warn while the user types. A text with another character is rejected with `letter_without_font`. A base character and its combining marks must be in one font. The list changes when an operator installs a font.
   * Any member · reads · 120 per 60 s
   */
  'show-letters': {
    input: Record<never, never>
    output: {
      /** For each font, the first and last code points of its ranges, as differences from one number to the next, in base 36 */
      fonts: string[]
      /** Fonts that are not installed: `npx foyer fonts add <name>` installs them */
      addable: Font[]
    }
    errors: ReadCode
  }
  /**
   * Show how invoices are numbered.
   * Any member · reads · 120 per 60 s
   */
  'show-invoice-numbering': {
    input: Record<never, never>
    output: {
      numbering: InvoiceNumbering
    }
    errors: ReadCode
  }
  /**
   * Set how invoices are numbered.
   * Applies from the next invoice on; sent invoices keep their numbers. Omitted fields keep their values. Numbers rise by one without gaps within their period: back to a period that was used before, they go on where it ended.
   * Admins and owners · writes · 120 per 60 s
   */
  'save-invoice-numbering': {
    input: {
      /** At most 10 characters. */
      prefix?: string | undefined
      /** `year`: numbers begin anew on 1 January and bear the year; `april`: on 1 April, and bear both years, such as 2026-27 */
      period?: InvoiceNumberingPeriod | undefined
      /** Digits of the number */
      width?: number | undefined
    }
    output: {
      success: true
      numbering: InvoiceNumbering
    }
    errors: 'letter_without_font' | WriteCode
  }
  /**
   * Update a draft invoice.
   * Omitted fields keep their values; `null` clears an optional field. Lines are replaced as a whole. A sent invoice cannot be changed: void it and create another.
   * Any member · writes · 120 per 60 s
   */
  'update-invoice': {
    input: {
      /**
       * As shown on the invoice
       * At most 255 characters.
       */
      clientName?: string | undefined
      /**
       * Where the invoice, reminders and the receipt go
       * At most 254 characters.
       */
      clientEmail?: string | undefined
      /**
       * Lines of the postal address, tax number and so on
       * At most 1,000 characters.
       */
      clientAddress?: string | null | undefined
      /**
       * VAT ID, GSTIN or another tax number of the client; checked where its form is known
       * At most 40 characters.
       */
      clientTaxNumber?: string | null | undefined
      /** ISO 3166-1 alpha-2, such as DE */
      clientCountry?: string | null | undefined
      /** The client owes the tax: it says so on the invoice, and no line is taxed */
      reverseCharge?: boolean | undefined
      /** GST code of the state where the supply is made, such as 29; 96: outside India. It decides which taxes the tax is made of */
      placeOfSupply?: string | null | undefined
      /** The contact of the client */
      contactId?: string | null | undefined
      /** ISO 4217 code, such as EUR */
      currency?: string | undefined
      lines?: readonly NewInvoiceLine[] | undefined
      /** The due date; it ends with its day in the time zone of the workspace */
      dueOn?: string | null | undefined
      /**
       * Shown below the lines
       * At most 2,000 characters.
       */
      note?: string | null | undefined
      /**
       * Language of the document, its emails and its pay page
       * At most 35 characters.
       */
      locale?: string | undefined
      invoiceId: string
    }
    output: {
      success: true
      invoice: Invoice
    }
    errors: 'bad_request' | 'business_number_invalid' | 'invoice_too_large' | 'letter_without_font' | 'reverse_charge_taxed' | 'contact_not_found' | 'invoice_not_found' | 'invoice_not_draft' | 'record_in_bin' | WriteCode
  }
  /**
   * Remove a draft invoice.
   * Only drafts can be removed. A sent invoice keeps its number: void it instead.
   * Any member · writes · 120 per 60 s
   */
  'remove-invoice': {
    input: {
      invoiceId: string
    }
    output: {
      success: true
    }
    errors: 'invoice_not_found' | 'invoice_not_draft' | WriteCode
  }
  /**
   * Send an invoice or a reminder to its client.
   * An invoice that no provider can collect is rejected with the reason, as is one that lacks what the country of the business asks for (`missing_details` of `show-invoice`). A draft gets the next number of the organization and can no longer be changed. The client gets an email with the payment link and the invoice as PDF. Calling it again while the invoice is unpaid sends a reminder; within a minute of the last email it does nothing.
   * Any member · writes · 60 per 60 s
   */
  'send-invoice': {
    input: {
      invoiceId: string
      /** Sends this or nothing: what was a draft when someone looked may be sent by now. Default: what its state asks for */
      only?: 'invoice' | 'reminder' | undefined
      /**
       * Send it although it lacks what `show-invoice` lists as `missing_details`
       * Default: `false`.
       */
      incomplete?: boolean | undefined
    }
    output: {
      success: true
      invoice: Invoice
    }
    errors: 'letter_without_font' | 'invoice_not_found' | 'invoice_incomplete' | 'invoice_not_payable' | 'invoice_too_long' | 'invoice_without_amount' | 'invoice_wrong_state' | WriteCode
  }
  /**
   * Show an invoice by its payment link.
   * The data of the public pay page. `processing` is not paid: the payer has finished, but the money has not arrived. `simulated`: no real money moves.
   * Public · reads · 60 per 60 s
   */
  'show-payable': {
    input: {
      /**
       * The last path segment of a payment link
       * At most 200 characters.
       */
      token: string
    }
    output: {
      invoice: PayableInvoice
      provider: PaymentProvider
      simulated: boolean
    }
    errors: 'pay_link_unknown' | PublicCode
  }
  /**
   * Create a checkout for an invoice.
   * Rupees are collected through Razorpay, every other currency through Stripe. The amount is that of the invoice, in the smallest unit of its currency; `targetCurrency` must be that currency, as nothing is converted. `successUrl` and `cancelUrl` are http or https: at the address of Foyer itself or, where ALLOWED_ORIGIN_DOMAIN is set, at that domain and its subdomains. The same call returns the same checkout as long as it can be paid; a different call for the same invoice closes earlier checkouts.
   * Any member · writes · 10 per 60 s
   */
  'create-payment': {
    input: {
      invoiceId: string
      /** At most 254 characters. */
      clientEmail: string
      /** At most 2,048 characters. */
      successUrl: string
      /** At most 2,048 characters. */
      cancelUrl: string
      /** ISO 4217 code, such as EUR */
      targetCurrency: string
    }
    output: CheckoutPage | CheckoutWidget
    errors: 'bad_request' | 'return_url_not_allowed' | 'invoice_not_found' | 'currency_mismatch' | 'invoice_already_paid' | 'invoice_not_payable' | 'invoice_not_sent' | 'invoice_void' | 'invoice_without_amount' | 'not_connected' | 'payment_under_way' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * Create a checkout from the pay page.
   * For the holder of a payment link. The payer returns to the pay page, which calls `verify-payment`.
   * Public · writes · 10 per 60 s
   */
  'pay-invoice': {
    input: {
      /** At most 200 characters. */
      token: string
    }
    output: CheckoutPage | PageCheckoutWidget
    errors: 'return_url_not_allowed' | 'invoice_not_found' | 'currency_mismatch' | 'invoice_already_paid' | 'invoice_not_payable' | 'invoice_not_sent' | 'invoice_void' | 'invoice_without_amount' | 'not_connected' | 'payment_under_way' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | PublicCode
  }
  /**
   * Verify a payment after the payer returns.
   * The provider is queried; the caller’s data proves nothing. Only a checkout created for this invoice counts, with its amount and currency. For Razorpay, the order and the signature returned by its widget are verified if given. Webhooks and polling do the same, so the result does not depend on how often or in which order they run. `payment_processing`: the payer has finished, but the money has not arrived; it is settled automatically.
   * Public · writes · 10 per 60 s
   */
  'verify-payment': {
    input: {
      invoiceId: string
      /** At most 255 characters. */
      session_id?: string | undefined
      /** At most 255 characters. */
      razorpay_payment_id?: string | undefined
      /** At most 255 characters. */
      razorpay_order_id?: string | undefined
      /** At most 255 characters. */
      razorpay_signature?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'missing_field' | 'invoice_not_found' | 'checkout_not_of_invoice' | 'payment_not_made' | 'payment_processing' | 'payment_refused' | 'payment_signature_invalid' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | PublicCode
  }
  /**
   * Show the reconciliation with payment providers.
   * Totals of the last 90 days by account and currency, in its smallest unit, minus refunds and lost disputes: what the provider collected for our checkouts, and what is recorded here. The difference should be 0. Every discrepancy is listed until it disappears or is resolved.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-reconciliation': {
    input: Record<never, never>
    output: {
      /**
       * When an account was last reconciled completely; null: never
       * RFC 3339.
       */
      checked_at: string | null
      /**
       * When all accounts are reconciled next, unless you call `reconcile`
       * RFC 3339.
       */
      next_at: string
      running: boolean
      providers: ProviderReconciliation[]
      /** Newest first, at most 200 */
      differences: Discrepancy[]
      unresolved: number
    }
    errors: ReadCode
  }
  /**
   * Reconcile every account with its provider now.
   * Runs in the background; `show-reconciliation` shows when it is done. A running reconciliation continues.
   * Admins and owners · writes · 10 per 60 s
   */
  'reconcile': {
    input: Record<never, never>
    output: {
      success: true
      /** Number of accounts to reconcile */
      accounts: number
    }
    errors: WriteCode
  }
  /**
   * Mark a discrepancy as resolved.
   * With a note of what was done: the money was given back at the provider, or the client was written to. It stays on the page of its invoice.
   * Admins and owners · writes · 60 per 60 s
   */
  'resolve-difference': {
    input: {
      differenceId: string
      /** At most 1,000 characters. */
      note: string
    }
    output: {
      success: true
    }
    errors: 'difference_not_found' | WriteCode
  }
  /**
   * Show an invoice with its history.
   * With each event stands where it was learned: by a person, the page that the payer came back to, a webhook, or a poll.
   * Any member · reads · 600 per 60 s
   */
  'show-invoice': {
    input: {
      invoiceId: string
    }
    output: {
      invoice: Invoice
      /** Of a draft as the business details are now; of a sent invoice as they were */
      sender: Sender
      /** What the law of the country of the business asks for and this draft lacks; `send-invoice` names it, too */
      missing_details: InvoiceRequirement[]
      checkouts: Checkout[]
      payments: Payment[]
      events: InvoiceEvent[]
      findings: Discrepancy[]
      /** Characters that the PDF shows as code points: in names from elsewhere, and in texts older than the fonts */
      letters_without_font: UnprintableLetter[]
      /** Why it cannot be paid online; null: it can be, or nothing is due */
      payment_problem: PaymentProblem | null
    }
    errors: 'invoice_not_found' | ReadCode
  }
  /**
   * Void a sent invoice.
   * For an invoice sent by mistake. It keeps its number, its page says that nothing is due, and open checkouts are closed. Not possible while a payment is processing or after it is paid.
   * Any member · writes · 120 per 60 s
   */
  'void-invoice': {
    input: {
      invoiceId: string
      /**
       * The reason; visible to staff, not to the client
       * At most 500 characters.
       */
      reason: string
    }
    output: {
      success: true
      invoice: Invoice
    }
    errors: 'invoice_not_found' | 'invoice_wrong_state' | WriteCode
  }
  /**
   * List the templates of documents.
   * By name. The id of one is the `templateId` of `generate-contract`.
   * Any member · reads · 120 per 60 s
   */
  'list-templates': {
    input: {
      /**
       * Those that are no longer in use
       * Default: `false`.
       */
      archived?: boolean | undefined
    }
    output: {
      templates: Template[]
    }
    errors: ReadCode
  }
  /**
   * Show a template.
   * Any member · reads · 120 per 60 s
   */
  'show-template': {
    input: {
      templateId: string
    }
    output: {
      template: TemplateDetail
    }
    errors: 'document_template_not_found' | ReadCode
  }
  /**
   * Create a template.
   * A text with placeholders, a PDF with boxes for values and fields for signers, or a Google Doc with placeholders, from which `generate-contract` makes documents. A text that cannot be read, or that no font can show, is rejected with the place. A PDF is uploaded first: `PUT /template-files?name=<file name>` with its bytes answers the `id` for `file`. A Google Doc is read now, with the Google account of the workspace; what was read is the version, and signers sign on a page that is added at the end.
   * Admins and owners · writes · 120 per 60 s
   */
  'create-template': {
    input: {
      /** At most 120 characters. */
      name: string
      /** `text`: written in the app. `pdf`: an uploaded file with placed fields. `google`: a Google Doc */
      kind: TemplateKind
      /**
       * Markdown: headings, lists, tables, **bold**, *italic*, `---` alone for a new page. `{{CLIENT_NAME}}` is a placeholder; `[[signature client]]` alone on its line is a field: signature, initials, name, date, text or tick, of `client`, `admin`, `client-2` …
       * At most 200,000 characters.
       */
      body?: string | undefined
      /** Of a PDF: the `id` that PUT /template-files answered */
      file?: string | undefined
      /**
       * Of a Google Doc: its address in the browser, or the id in it. It is read anew with each time that this is sent
       * At most 2,048 characters.
       */
      googleFileId?: string | undefined
      /** Of a PDF: where signers fill in. They may overlap, and lie within their page. */
      fields?: readonly {
        id: string
        kind: FieldKind
        /** `client` or `admin`; the second of a role is `client-2` */
        signer: string
        /** At most 80 characters. */
        label?: string | null | undefined
        /** Of a text (true without it) or a tick (false without it); the other kinds are filled in by signing */
        required?: boolean | undefined
        /** Counts from 0 */
        page: number
        /** Points (1/72 inch) from the left of the page as it is looked at */
        x: number
        /** Points from its top */
        y: number
        width: number
        height: number
      }[] | undefined
      /** Of a PDF: where the values of placeholders are set */
      boxes?: readonly {
        id: string
        /** At most 68 characters. */
        key: string
        /**
         * Of the letters, in points
         * Default: `10`.
         */
        size?: number | undefined
        /** Default: `"left"`. */
        align?: BoxAlign | undefined
        /** Counts from 0 */
        page: number
        /** Points (1/72 inch) from the left of the page as it is looked at */
        x: number
        /** Points from its top */
        y: number
        width: number
        height: number
      }[] | undefined
      /** Types, labels and defaults of the placeholders in the text */
      placeholders?: readonly {
        /** At most 68 characters. */
        key: string
        /** Default: `"text"`. */
        type?: PlaceholderType | undefined
        /** At most 80 characters. */
        label?: string | null | undefined
        /** At most 10,000 characters. */
        default?: string | null | undefined
      }[] | undefined
      /** Of its documents; without it as the workspace says */
      reminders?: {
        /** So many days after a signer was asked */
        after: readonly number[]
        /** So many days before the deadline; `null`: not then */
        before: number | null
      } | null | undefined
      /** What follows when all have signed a document of it */
      whenSigned?: {
        /** An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead */
        deposit?: {
          /** Of the value of the deal */
          percent: number
          /**
           * The invoice gets its number and goes to the client with its payment link; without it, it stays a draft
           * Default: `false`.
           */
          send?: boolean | undefined
        } | {
          amountMinor: number
          /** ISO 4217 code, such as EUR */
          currency: string
          /**
           * The invoice gets its number and goes to the client with its payment link; without it, it stays a draft
           * Default: `false`.
           */
          send?: boolean | undefined
        } | null | undefined
        /** The stage that the deal moves to */
        stageId?: string | null | undefined
      } | null | undefined
    }
    output: {
      success: true
      template: TemplateDetail
    }
    errors: 'field_doubled' | 'field_outside' | 'google_doc_address_wrong' | 'google_doc_other_kind' | 'letter_without_font' | 'template_part_wrong' | 'template_unreadable' | 'google_doc_not_found' | 'stage_not_found' | 'template_file_not_found' | 'connection_needs_consent' | 'google_access_revoked' | 'google_doc_locked' | 'google_not_connected' | 'sandbox_is_off' | 'template_name_taken' | 'provider_failed' | 'provider_refused' | 'google_quota' | 'provider_unreachable' | WriteCode
  }
  /**
   * Change a template.
   * A change of the text, or of the file, fields and boxes of a PDF, is a new version. With `googleFileId` a Google Doc is read again; where it changed, or is another one, that is a new version. A part that is not sent is kept. Documents keep the version that they were made from.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-template': {
    input: {
      templateId: string
      /** At most 120 characters. */
      name?: string | undefined
      /**
       * Markdown: headings, lists, tables, **bold**, *italic*, `---` alone for a new page. `{{CLIENT_NAME}}` is a placeholder; `[[signature client]]` alone on its line is a field: signature, initials, name, date, text or tick, of `client`, `admin`, `client-2` …
       * At most 200,000 characters.
       */
      body?: string | undefined
      /** Of a PDF: the `id` that PUT /template-files answered */
      file?: string | undefined
      /**
       * Of a Google Doc: its address in the browser, or the id in it. It is read anew with each time that this is sent
       * At most 2,048 characters.
       */
      googleFileId?: string | undefined
      /** Of a PDF: where signers fill in. They may overlap, and lie within their page. */
      fields?: readonly {
        id: string
        kind: FieldKind
        /** `client` or `admin`; the second of a role is `client-2` */
        signer: string
        /** At most 80 characters. */
        label?: string | null | undefined
        /** Of a text (true without it) or a tick (false without it); the other kinds are filled in by signing */
        required?: boolean | undefined
        /** Counts from 0 */
        page: number
        /** Points (1/72 inch) from the left of the page as it is looked at */
        x: number
        /** Points from its top */
        y: number
        width: number
        height: number
      }[] | undefined
      /** Of a PDF: where the values of placeholders are set */
      boxes?: readonly {
        id: string
        /** At most 68 characters. */
        key: string
        /**
         * Of the letters, in points
         * Default: `10`.
         */
        size?: number | undefined
        /** Default: `"left"`. */
        align?: BoxAlign | undefined
        /** Counts from 0 */
        page: number
        /** Points (1/72 inch) from the left of the page as it is looked at */
        x: number
        /** Points from its top */
        y: number
        width: number
        height: number
      }[] | undefined
      /** Types, labels and defaults of the placeholders in the text */
      placeholders?: readonly {
        /** At most 68 characters. */
        key: string
        /** Default: `"text"`. */
        type?: PlaceholderType | undefined
        /** At most 80 characters. */
        label?: string | null | undefined
        /** At most 10,000 characters. */
        default?: string | null | undefined
      }[] | undefined
      /** `null`: as the workspace says */
      reminders?: {
        /** So many days after a signer was asked */
        after: readonly number[]
        /** So many days before the deadline; `null`: not then */
        before: number | null
      } | null | undefined
      /** What follows when all have signed a document that is made from now on */
      whenSigned?: {
        /** An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead */
        deposit?: {
          /** Of the value of the deal */
          percent: number
          /**
           * The invoice gets its number and goes to the client with its payment link; without it, it stays a draft
           * Default: `false`.
           */
          send?: boolean | undefined
        } | {
          amountMinor: number
          /** ISO 4217 code, such as EUR */
          currency: string
          /**
           * The invoice gets its number and goes to the client with its payment link; without it, it stays a draft
           * Default: `false`.
           */
          send?: boolean | undefined
        } | null | undefined
        /** The stage that the deal moves to */
        stageId?: string | null | undefined
      } | null | undefined
    }
    output: {
      success: true
      template: TemplateDetail
    }
    errors: 'field_doubled' | 'field_outside' | 'google_doc_address_wrong' | 'google_doc_other_kind' | 'letter_without_font' | 'template_part_wrong' | 'template_unreadable' | 'document_template_not_found' | 'google_doc_not_found' | 'stage_not_found' | 'template_file_not_found' | 'connection_needs_consent' | 'google_access_revoked' | 'google_doc_locked' | 'google_not_connected' | 'sandbox_is_off' | 'template_name_taken' | 'provider_failed' | 'provider_refused' | 'google_quota' | 'provider_unreachable' | WriteCode
  }
  /**
   * Archive or restore a template.
   * An archived template makes no new documents. Its documents stay as they are.
   * Admins and owners · writes · 120 per 60 s
   */
  'archive-template': {
    input: {
      templateId: string
      /** Default: `true`. */
      archived?: boolean | undefined
    }
    output: {
      success: true
    }
    errors: 'document_template_not_found' | 'template_name_taken' | WriteCode
  }
  /**
   * Make a document from a template and send it to be signed.
   * Puts the values into the template, in one pass, and sets it as PDF; in a template of a PDF, a value that does not fit its box is rejected, never cut. Of a Google Doc a copy is made, filled in, exported and removed: the copy lies in the connected account and is shared with no one, and signers sign on a page that is added at the end. If Google does not respond, nothing is sent, and a repeat with the same `Idempotency-Key` continues. Signers are the contact of the deal and the caller, where that is a member, or those in `signers`; those of the first turn get an email with a link of their own. Answered when the PDF and its record are stored; emails follow. `url` is the page of the document in the app. What could not be sealed later is not made.
   * Any member · writes · 60 per 60 s
   */
  'generate-contract': {
    input: {
      /** The deal */
      projectId: string
      /** Keys with or without braces; a value is put in as it is, and never read again */
      replacements: { [name: string]: string | number | boolean }
      /** At most 255 characters. */
      title: string
      docType: DocumentType
      /**
       * Of `list-templates`, or the id of a Google Doc that the workspace’s Google account may read
       * At most 2,048 characters.
       */
      templateId: string
      /** Your own id; an API key or a workflow has none */
      userId?: string | undefined
      signers?: readonly {
        /** At most 255 characters. */
        name: string
        /** At most 254 characters. */
        email: string
        role: SignerRole
        /**
         * Those with the same number sign in any order, before those with a higher one
         * Default: `1`.
         */
        order?: number | undefined
        /**
         * `email`: six digits, sent to this address when the link is opened, before the document is shown. `whatsapp`: the same, to the number of the contact with this address
         * Default: `"none"`.
         */
        code?: SignerCode | undefined
      }[] | undefined
      /**
       * Until when it can be signed; 365 days at most
       * RFC 3339.
       */
      expiresAt?: string | undefined
      /** As the template or the workspace says, without it */
      reminders?: {
        /** So many days after a signer was asked */
        after: readonly number[]
        /** So many days before the deadline; `null`: not then */
        before: number | null
      } | undefined
      /**
       * Language of the pages, emails and certificate; English without one
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      success: true
      document: {
        id: string
        title: string
        status: DocumentStatus
        url: string
      }
    }
    errors: 'deadline_wrong' | 'google_doc_other_kind' | 'google_doc_too_large' | 'letter_without_font' | 'missing_placeholder' | 'pdf_broken' | 'pdf_too_many_pages' | 'placeholder_doubled' | 'placeholder_left' | 'placeholder_wrong' | 'signature_missing' | 'signer_doubled' | 'signer_missing' | 'template_unreadable' | 'unknown_placeholder' | 'value_too_long' | 'forbidden' | 'contact_not_found' | 'deal_not_found' | 'document_template_not_found' | 'google_doc_not_found' | 'cannot_seal' | 'client_has_no_email' | 'code_template_missing' | 'connection_needs_consent' | 'deal_has_no_contact' | 'google_access_revoked' | 'google_doc_changed' | 'google_doc_locked' | 'google_not_connected' | 'google_storage_full' | 'record_in_bin' | 'sandbox_is_off' | 'signer_without_whatsapp' | 'template_file_damaged' | 'provider_failed' | 'provider_refused' | 'document_late' | 'google_quota' | 'provider_unreachable' | WriteCode
  }
  /**
   * See how a document would look.
   * Sets a template, or a text that is not saved yet, with the values so far as a PDF that is marked as a preview. Nothing is stored or sent; of a Google Doc a copy is made for it and removed. A placeholder without a value keeps its name in braces. In a PDF, the fields of signers are framed. The first four pages come as pictures too.
   * Any member · reads · 60 per 60 s
   */
  'preview-contract': {
    input: {
      /** At most 200 characters. */
      templateId?: string | undefined
      /**
       * A text in place of a template
       * At most 200,000 characters.
       */
      body?: string | undefined
      /** With `body`: defaults of its placeholders */
      placeholders?: readonly {
        /** At most 68 characters. */
        key: string
        /** Default: `"text"`. */
        type?: PlaceholderType | undefined
        /** At most 80 characters. */
        label?: string | null | undefined
        /** At most 10,000 characters. */
        default?: string | null | undefined
      }[] | undefined
      /** Keys with or without braces; a value is put in as it is, and never read again */
      replacements?: { [name: string]: string | number | boolean } | undefined
      /** At most 255 characters. */
      title: string
      /**
       * In their order
       * Default: `[]`.
       */
      signers?: readonly {
        /** At most 255 characters. */
        name: string
        role: SignerRole
      }[] | undefined
      /**
       * BCP 47, such as en-GB
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      /** Base64 */
      pdf: string
      /** The first pages as PNG, base64 */
      pages: string[]
    }
    errors: 'google_doc_other_kind' | 'google_doc_too_large' | 'letter_without_font' | 'pdf_broken' | 'pdf_too_many_pages' | 'placeholder_doubled' | 'placeholder_left' | 'template_unreadable' | 'value_too_long' | 'document_template_not_found' | 'google_doc_not_found' | 'connection_needs_consent' | 'google_access_revoked' | 'google_doc_changed' | 'google_doc_locked' | 'google_not_connected' | 'google_storage_full' | 'sandbox_is_off' | 'template_file_damaged' | 'provider_failed' | 'provider_refused' | 'document_late' | 'google_quota' | 'provider_unreachable' | ReadCode
  }
  /**
   * List documents.
   * Newest first, with who has signed and who has not. Of a company the newest 500 contacts and deals count.
   * Any member · reads · 120 per 60 s
   */
  'list-documents': {
    input: {
      status?: DocumentStatus | undefined
      /** `true`: those that wait for signatures; `false`: all others */
      open?: boolean | undefined
      dealId?: string | undefined
      contactId?: string | undefined
      /** Of the contacts and deals of a company */
      companyId?: string | undefined
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      documents: Document[]
      next_cursor: string | null
    }
    errors: 'company_not_found' | ReadCode
  }
  /**
   * Show a document with its signers, files and evidence.
   * Every event of the evidence with its hash; `files` are downloaded by `download-document`.
   * Any member · reads · 120 per 60 s
   */
  'show-document': {
    input: {
      documentId: string
    }
    output: {
      document: DocumentDetail
    }
    errors: 'document_not_found' | ReadCode
  }
  /**
   * Add a paper that was signed by hand to a document.
   * The PDF with what a signer signed with a pen: the `fileId` that `PUT /record-files?name=…` answered to you, or that of a file of a record. Its `url` is then the `url` of `sign-document`, which records the signature. What acts in the PDF is taken out; both digests are evidence, and the file is attached to the sealed document once a signature names it. It stays with the document. The same bytes again answer the same file.
   * Any member · writes · 30 per 60 s
   */
  'upload-signed-file': {
    input: {
      documentId: string
      fileId: string
    }
    output: {
      success: true
      file: SignedPaper
    }
    errors: 'paper_is_original' | 'paper_signed' | 'pdf_active' | 'pdf_broken' | 'pdf_encrypted' | 'pdf_not_pdf' | 'pdf_too_large' | 'pdf_too_many_pages' | 'attesting_forbidden' | 'document_not_found' | 'record_file_not_found' | 'not_pending' | 'papers_full' | 'record_file_damaged' | 'document_late' | WriteCode
  }
  /**
   * Record a signature as a member.
   * As `admin` you sign yourself, signed in, with `values` for your own fields (`fields` of `show-document`). As `client` you attest that the client signed elsewhere; certificate and verify page say so. `timestamp` is kept as a claim beside the time of the server. `url` is that of the document, or of a paper that was signed by hand (`upload-signed-file`): then the signature is attested, by the client or by you, and the certificate, the sealed document and the verify page have the paper. It is not fetched. The same signature again answers the same; where the signer signed before in another way, or on another paper, `already_signed` says how and when. With the last signature the document is `signed`: sealing it, its certificate and the emails follow.
   * Any member · writes · 60 per 60 s
   */
  'sign-document': {
    input: {
      documentId: string
      data: {
        /** At most 255 characters. */
        signerName: string
        /** At most 254 characters. */
        signerEmail: string
        signerRole: SignerRole
        /**
         * RFC 3339, such as 2026-11-21T10:00:00Z
         * RFC 3339.
         */
        timestamp: string
      }
      /** At most 2,000 characters. */
      url: string
      /**
       * By field: words, `true` for a tick, the strokes of a drawn signature, or `{png}`: a picture of one in base64, at most 150 KB and 800 × 400 pixels, 8 bits a channel
       * Default: `{}`.
       */
      values?: { [name: string]: string | boolean | {
        width: number
        height: number
        strokes: readonly (readonly (readonly number[])[])[]
      } | {
        /** At most 200,000 characters. */
        png: string
      } } | undefined
      /** Of your own signature: you agreed to sign electronically, in words that the evidence then names. Of a signature that you attest, nothing is recorded */
      consent?: boolean | undefined
      /** The version of those words that you read; the present one without it */
      words?: ConsentVersion | undefined
      /**
       * In which you read them; that of the document without it
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      success: true
      status: DocumentStatus
    }
    errors: 'claimed_in_future' | 'consent_missing' | 'field_missing' | 'field_wrong' | 'foreign_url' | 'letter_without_font' | 'attesting_forbidden' | 'signed_as_other' | 'document_not_found' | 'signer_not_found' | 'already_signed' | 'not_pending' | 'not_their_turn' | 'file_damaged' | WriteCode
  }
  /**
   * Remind a signer by email.
   * Sends the link to a signer whose turn it is and who has not signed. `newLink` ends the link before: for a mail that reached the wrong person. Within a minute of the last email nothing is sent, and the answer says so.
   * Any member · writes · 30 per 60 s
   */
  'remind-signer': {
    input: {
      documentId: string
      signerId: string
      /** Default: `false`. */
      newLink?: boolean | undefined
    }
    output: {
      success: true
      /** False within a minute of the last email */
      sent: boolean
    }
    errors: 'document_not_found' | 'signer_not_found' | 'not_pending' | 'not_their_turn' | WriteCode
  }
  /**
   * Replace a signer with another person.
   * For a signer who has not signed. Their link ends at once; the new signer takes over role, turn and fields, and is asked by email as soon as it is their turn. Also to correct a name or an address, to send codes another way, and to agree to the person whom the signer named.
   * Any member · writes · 30 per 60 s
   */
  'replace-signer': {
    input: {
      documentId: string
      signerId: string
      /** At most 255 characters. */
      name: string
      /** At most 254 characters. */
      email: string
      /** Asked for before the document is shown: as it was, without it. `whatsapp`: to the number of the contact with this address */
      code?: SignerCode | undefined
    }
    output: {
      success: true
      document: DocumentDetail
    }
    errors: 'letter_without_font' | 'signer_doubled' | 'document_not_found' | 'signer_not_found' | 'code_template_missing' | 'not_pending' | 'signer_without_whatsapp' | WriteCode
  }
  /**
   * Keep a signer who named another person.
   * The signer stays, is asked again by email, and reads so on their page. Refused already: success. To agree, use `replace-signer`.
   * Any member · writes · 120 per 60 s
   */
  'keep-signer': {
    input: {
      documentId: string
      signerId: string
    }
    output: {
      success: true
    }
    errors: 'document_not_found' | 'signer_not_found' | 'not_pending' | 'successor_missing' | WriteCode
  }
  /**
   * Give the signers of a document more time.
   * A later deadline, at most 365 days from now, until which the document can also be sealed. The reminder before the deadline comes anew. Extended to this time already: success.
   * Any member · writes · 120 per 60 s
   */
  'extend-document': {
    input: {
      documentId: string
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      expiresAt: string
    }
    output: {
      success: true
      document: DocumentDetail
    }
    errors: 'deadline_wrong' | 'document_not_found' | 'cannot_seal' | 'not_pending' | WriteCode
  }
  /**
   * Take back a document that is not signed by all.
   * It can no longer be signed; those who were asked read so on the page of their link. Voided already: success.
   * Any member · writes · 120 per 60 s
   */
  'void-document': {
    input: {
      documentId: string
      /** At most 1,000 characters. */
      reason: string
    }
    output: {
      success: true
    }
    errors: 'document_not_found' | 'not_pending' | WriteCode
  }
  /**
   * Try again to seal a document.
   * For a document whose seal failed; what is sealed already stays as it is.
   * Admins and owners · writes · 120 per 60 s
   */
  'retry-seal': {
    input: {
      documentId: string
    }
    output: {
      success: true
    }
    errors: 'document_not_found' | 'seal_not_failed' | WriteCode
  }
  /**
   * Show what documents are sealed with.
   * The certificate of the workspace, those before it, timestamps, and how signing works here. The certificate is made with the first document. Who adds its root to the trusted certificates of their PDF reader sees the seals as trusted. `problem` says why documents that are sent now could not be sealed.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-sealing': {
    input: Record<never, never>
    output: {
      sealing: SealingSettings
    }
    errors: ReadCode
  }
  /**
   * Say whether documents that are sent now can be sealed.
   * Looks at the certificate of the workspace, its key, and whether a timestamp is required that no authority is set for. A document with the usual deadline is meant. No authority is asked: one that does not answer is seen when a document is sent.
   * Any member · reads · 120 per 60 s
   */
  'check-sealing': {
    input: Record<never, never>
    output: {
      /** Null where nothing stands against it */
      problem: SealingProblem | null
    }
    errors: ReadCode
  }
  /**
   * Change how documents are signed and sealed.
   * Whether members may attest a signature that was made elsewhere, how long signers usually have, when they are reminded, whether seals carry a timestamp, whether data for long-term validation follows it, and how long documents are kept. An authority that is new here is asked for a timestamp first: one that does not answer well is not taken.
   * Admins and owners · writes · 60 per 60 s
   */
  'update-sealing': {
    input: {
      allowsAttesting?: boolean | undefined
      /** Of documents that are made from now on without a deadline */
      daysToSign?: number | undefined
      timestamp?: TimestampRule | undefined
      /**
       * Address of a timestamp authority (RFC 3161) of the workspace’s own; null is that of the operator
       * At most 500 characters.
       */
      timestampUrl?: string | null | undefined
      /** Whether seals carry certificates and revocation lists for long-term validation (PAdES B-LT). Needs a timestamp. They are appended after the seal, so some readers say that not the whole document is signed */
      longTerm?: boolean | undefined
      /** Of documents that are made from now on */
      reminders?: {
        /** So many days after a signer was asked */
        after: readonly number[]
        /** So many days before the deadline; `null`: not then */
        before: number | null
      } | undefined
      /** The WhatsApp template by which codes go to signers: approved, of the category Authentication; null: none do */
      codeTemplate?: {
        /** At most 512 characters. */
        name: string
        /** At most 20 characters. */
        language: string
      } | null | undefined
      /** How long contracts are kept that end from now on */
      contractYears?: 6 | 10 | undefined
      /** The same of documents that are invoices */
      invoiceYears?: 6 | 10 | undefined
    }
    output: {
      success: true
      sealing: SealingSettings
    }
    errors: 'code_template_unfit' | 'long_term_needs_timestamp' | 'long_term_unavailable' | 'timestamp_authority_failed' | 'timestamp_authority_missing' | 'timestamp_url_invalid' | 'timestamp_url_not_allowed' | WriteCode
  }
  /**
   * Put a document under a legal hold, or end the hold.
   * Under a hold a document is not removed, also after its term. Each change is an event of its evidence, with who and why. Already so: success, and nothing new.
   * Admins and owners · writes · 120 per 60 s
   */
  'hold-document': {
    input: {
      documentId: string
      /** `false` ends the hold */
      hold: boolean
      /** At most 1,000 characters. */
      reason: string
    }
    output: {
      success: true
      /** RFC 3339. */
      held_since: string | null
    }
    errors: 'document_not_found' | WriteCode
  }
  /**
   * List the nightly records of evidence.
   * Newest first. Each is a sealed PDF with the heads of the evidence of all documents, as they stood that night. Who keeps copies elsewhere can prove later that no evidence was computed anew.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-seal-records': {
    input: {
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /** Default: `30`. */
      limit?: number | undefined
    }
    output: {
      records: SealRecord[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Remove a document whose term has ended.
   * Deletes its files and its evidence. A record with the digests and the dates remains. Before `kept_until`, or under a legal hold: 409, for owners too. Documents whose term has ended are removed every night.
   * Admins and owners · writes · 120 per 60 s
   */
  'remove-document': {
    input: {
      documentId: string
    }
    output: {
      success: true
    }
    errors: 'document_not_found' | 'document_held' | 'document_kept' | WriteCode
  }
  /**
   * List the records of documents that were removed after their term.
   * Newest first. A record has the digests and the dates of a document, the rule by which it was removed, and no word of it: who holds a copy can show by its digest that it was here.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-removed-documents': {
    input: {
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /** Default: `30`. */
      limit?: number | undefined
    }
    output: {
      removed: RemovedDocument[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Make a new certificate to seal documents with.
   * With a root of its own, under the present name of the workspace, for 15 years. It seals from now on; what was sealed before goes on verifying.
   * Admins and owners · writes · 10 per 3600 s
   */
  'renew-seal-identity': {
    input: Record<never, never>
    output: {
      success: true
      sealing: SealingSettings
    }
    errors: WriteCode
  }
  /**
   * Seal documents with a certificate of your own.
   * A PKCS#12 file (`.p12`, `.pfx`) with a key and its certificate, such as an authority gives out to an organization. It seals from now on; what was sealed before goes on verifying. The key is stored encrypted and never given out; the password is not stored. Where seals carry data for long-term validation, one for which it cannot be had is not taken. Nor is one, unless you say so, that ends before the deadline of open documents which the present one outlasts.
   * Admins and owners · writes · 10 per 600 s
   */
  'upload-seal-identity': {
    input: {
      /**
       * The PKCS#12 file, in base64
       * At most 200,000 characters.
       */
      file: string
      /**
       * Of the file; empty where it has none
       * At most 1,000 characters.
       */
      password: string
      /** Takes it though open documents end after it: those signed after its end are sealed by a newer certificate */
      despiteOpenDocuments?: boolean | undefined
    }
    output: {
      success: true
      sealing: SealingSettings
    }
    errors: 'identity_expired' | 'identity_key_not_supported' | 'identity_no_key' | 'identity_not_for_signing' | 'identity_not_pkcs12' | 'identity_wrong_password' | 'long_term_unavailable' | 'identity_ends_early' | WriteCode
  }
  /**
   * Show a document by the link of a signer.
   * What the public page of a signer shows: the document with its pages, the fields to fill in, and who else signs. Once it was taken back, declined or not signed in time, its pages and fields are left out. 30 days after it was sealed the link ends: then `ended` says whom to ask, and `signing` is null.
   * Public · reads · 60 per 60 s
   */
  'show-signing': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
      /**
       * Where the signer is asked for a code: the pass that `enter-signing-code` answered
       * At most 200 characters.
       */
      code?: string | undefined
    }
    output: {
      signing: Signing | null
      ended: EndedSignLink | null
    }
    errors: 'signing_code_needed' | 'sign_link_unknown' | PublicCode
  }
  /**
   * Show what a link to a signed document leads to.
   * Signers get such a link by email where the document is too large to be attached. It ends after 30 days; then it says whom to ask.
   * Public · reads · 60 per 60 s
   */
  'show-signed-files': {
    input: {
      /**
       * The last path segment of a link to download
       * At most 200 characters.
       */
      token: string
      /**
       * Default: that of the document
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      signed: SignedFiles
    }
    errors: 'download_link_unknown' | PublicCode
  }
  /**
   * Sign a document by the link of a signer.
   * Fills in the fields and signs. A signature without a value is the typed name; names and dates are filled in. Signing again answers the same and changes nothing.
   * Public · writes · 20 per 60 s
   */
  'sign-with-link': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
      /**
       * Where the signer is asked for a code: the pass that `enter-signing-code` answered
       * At most 200 characters.
       */
      code?: string | undefined
      /**
       * As the signer writes it
       * At most 255 characters.
       */
      name: string
      /** The signer agreed to sign electronically, in the words of `consent` of `show-signing` */
      consent: boolean
      /** The version of those words that the signer read: `consent` of `show-signing` as it was then; the present one without it */
      words?: ConsentVersion | undefined
      /**
       * In which the signer read the words of `consent`; that of the document without it
       * At most 35 characters.
       */
      locale?: string | undefined
      /**
       * By field: words, `true` for a tick, the strokes of a drawn signature, or `{png}`: a picture of one in base64, at most 150 KB and 800 × 400 pixels, 8 bits a channel
       * Default: `{}`.
       */
      values?: { [name: string]: string | boolean | {
        width: number
        height: number
        strokes: readonly (readonly (readonly number[])[])[]
      } | {
        /** At most 200,000 characters. */
        png: string
      } } | undefined
    }
    output: {
      success: true
      status: DocumentStatus
    }
    errors: 'consent_missing' | 'field_missing' | 'field_wrong' | 'letter_without_font' | 'signing_code_needed' | 'sign_link_unknown' | 'not_pending' | 'not_their_turn' | 'file_damaged' | PublicCode
  }
  /**
   * Decline to sign a document, by the link of a signer.
   * The document ends: it can no longer be signed, and the workspace reads the reason. Declined already: the same answer.
   * Public · writes · 20 per 60 s
   */
  'decline-signing': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
      /**
       * Where the signer is asked for a code: the pass that `enter-signing-code` answered
       * At most 200 characters.
       */
      code?: string | undefined
      /** At most 1,000 characters. */
      reason?: string | null | undefined
    }
    output: {
      success: true
      status: DocumentStatus
    }
    errors: 'signing_code_needed' | 'sign_link_unknown' | 'not_pending' | PublicCode
  }
  /**
   * Name the person who should sign instead, by the link of a signer.
   * The sender gets a notice and a task, and agrees by `replace-signer` or refuses by `keep-signer`. Until then nothing is sent to the person who is named, and the signer can still sign. Named again, the last one counts.
   * Public · writes · 10 per 60 s
   */
  'hand-over-signing': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
      /**
       * Where the signer is asked for a code: the pass that `enter-signing-code` answered
       * At most 200 characters.
       */
      code?: string | undefined
      /** At most 255 characters. */
      name: string
      /** At most 254 characters. */
      email: string
      /** At most 1,000 characters. */
      reason?: string | null | undefined
    }
    output: {
      success: true
    }
    errors: 'successor_is_signer' | 'signing_code_needed' | 'sign_link_unknown' | 'not_pending' | 'not_their_turn' | PublicCode
  }
  /**
   * Keep what a signer has filled in so far, by their link.
   * What a form holds, by the names of its fields, for the signer alone: `show-signing` answers it on any device until the document is signed or ends. It is no part of the evidence. An empty one removes it.
   * Public · writes · 60 per 60 s
   */
  'save-signing-draft': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
      /**
       * Where the signer is asked for a code: the pass that `enter-signing-code` answered
       * At most 200 characters.
       */
      code?: string | undefined
      draft: { [name: string]: string }
    }
    output: {
      success: true
      /** What a signature with these texts would be refused for: the first such character of each field */
      unsupported: UnsupportedField[]
    }
    errors: 'signing_code_needed' | 'sign_link_unknown' | 'not_pending' | PublicCode
  }
  /**
   * Send a signer the code that their link asks for.
   * Six digits, to the email address of the signer or by WhatsApp to their number, as the sender chose it, for ten minutes and five tries; the code before ends. Within 30 seconds of the last one, and for a signer who needs none, it does nothing. A code by WhatsApp is in no conversation: members see that one was sent.
   * Public · writes · 10 per 60 s
   */
  'send-signing-code': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
    }
    output: {
      success: true
      /** False where none can be sent by WhatsApp now, which the sender of the document is told, or the address is demo data */
      sent: boolean
    }
    errors: 'sign_link_unknown' | PublicCode
  }
  /**
   * Enter the code that a signer was sent.
   * Answers a pass, which the other calls of this signer take as `code` for twelve hours. After five wrong tries the code is spent.
   * Public · writes · 20 per 60 s
   */
  'enter-signing-code': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
      code: string
    }
    output: {
      success: true
      pass: string
    }
    errors: 'signing_code_wrong' | 'sign_link_unknown' | 'signing_code_spent' | PublicCode
  }
  /**
   * Verify a document by its number.
   * `valid` is true only for a document that is open for signing or signed, and whose stored files and evidence are whole at this moment. Everything else answers `valid: false` alike. With `sha256` it must be that of one of its files.
   * Public · reads · 60 per 60 s
   */
  'verify-document': {
    input: {
      /** At most 100 characters. */
      docId: string
      sha256?: string | undefined
    }
    output: {
      valid: boolean
      /** Where it is valid */
      doc?: VerifiedDocument
      /** `long_term_removed`: the file is one of a valid document, but what was appended after its seal for long-term validation was removed. `several_documents`: several documents have this file, so it names none */
      failure?: VerifyFailure
      /** Which of its files has the `sha256` that was asked about */
      file?: DocumentFileKind
      /** Of that file, where it is a paper that was signed by hand */
      paper?: VerifiedPaper
    }
    errors: PublicCode
  }
  /**
   * Verify a file by its SHA-256.
   * Which file of which document it is, and whether that holds. A file that several documents have, such as one scan that was uploaded to two, names none of them: `failure` is `several_documents`, and `verify-document` takes a number with this digest. The file itself is not sent: its digest is enough.
   * Public · reads · 60 per 60 s
   */
  'verify-file': {
    input: {
      sha256: string
    }
    output: {
      valid: boolean
      /** Where it is valid */
      doc?: VerifiedDocument
      /** `long_term_removed`: the file is one of a valid document, but what was appended after its seal for long-term validation was removed. `several_documents`: several documents have this file, so it names none */
      failure?: VerifyFailure
      /** Which of its files has the `sha256` that was asked about */
      file?: DocumentFileKind
      /** Of that file, where it is a paper that was signed by hand */
      paper?: VerifiedPaper
    }
    errors: PublicCode
  }
  /**
   * Examine an unknown PDF.
   * Whether it was sealed here, and what happened to it after that: changed (and on which pages), added to, or cut off. The file is looked at and not kept. Ask `verify-file` first: for a file that is known, its digest is enough. A call takes 700 KB, since a body has 1 MB; the form at `/verify` takes 25 MB. A sealed document with papers can be larger: `npx foyer verify FILE.pdf` checks it.
   * Public · reads · 10 per 600 s
   */
  'examine-file': {
    input: {
      /**
       * The file, in base64
       * At most 34,952,536 characters.
       */
      content: string
    }
    output: FileExamination
    errors: 'pdf_encrypted' | 'pdf_not_pdf' | 'pdf_too_large' | 'pdf_too_many_pages' | 'document_late' | PublicCode
  }
  /**
   * List proposals.
   * Newest first.
   * Any member · reads · 120 per 60 s
   */
  'list-proposals': {
    input: {
      status?: ProposalStatus | undefined
      dealId?: string | undefined
      contactId?: string | undefined
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      proposals: Proposal[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show a proposal with its versions, its history and what was accepted.
   * Any member · reads · 120 per 60 s
   */
  'show-proposal': {
    input: {
      proposalId: string
    }
    output: {
      proposal: ProposalDetail
    }
    errors: 'proposal_not_found' | ReadCode
  }
  /**
   * Create a proposal for a deal.
   * A draft, which the client does not see before it is sent. Prices are those of an invoice: integers in the smallest unit of the currency, without tax, each line and its tax rounded half up. The client is the contact of the deal, unless a name and an address are given.
   * Any member · writes · 120 per 60 s
   */
  'create-proposal': {
    input: {
      dealId: string
      /** At most 255 characters. */
      title: string
      /**
       * Language of the page and its emails
       * At most 35 characters.
       */
      locale?: string | undefined
      /** ISO 4217 code, such as EUR */
      currency: string
      /** Default: `[]`. */
      sections?: readonly {
        /**
         * Empty: none
         * At most 120 characters.
         * Default: `""`.
         */
        heading?: string | undefined
        /**
         * Markdown as in text templates: headings, lists, tables, **bold**, *italic*
         * At most 20,000 characters.
         */
        body: string
      }[] | undefined
      /** As those of an invoice */
      lines?: readonly {
        /** At most 1,000 characters. */
        description: string
        quantity: string | number
        unitMinor: number
        taxRate?: string | number | undefined
        /** Within the proposal; made where it is left out */
        id?: string | undefined
        /**
         * `optional`: the client ticks it; nothing is ticked beforehand
         * Default: `"included"`.
         */
        choice?: ProposalLineChoice | undefined
      }[] | undefined
      /** At most 255 characters. */
      clientName?: string | undefined
      /**
       * Where the link goes
       * At most 254 characters.
       */
      clientEmail?: string | undefined
      /**
       * How long a version can be accepted, from the day on which it is sent
       * Default: `30`.
       */
      validDays?: number | undefined
      /** What follows when it is accepted, once. A percentage is of the accepted total, with its taxes */
      whenAccepted?: {
        /** An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead */
        deposit?: {
          /** Of the value of the deal */
          percent: number
          /**
           * The invoice gets its number and goes to the client with its payment link; without it, it stays a draft
           * Default: `false`.
           */
          send?: boolean | undefined
        } | {
          amountMinor: number
          /** ISO 4217 code, such as EUR */
          currency: string
          /**
           * The invoice gets its number and goes to the client with its payment link; without it, it stays a draft
           * Default: `false`.
           */
          send?: boolean | undefined
        } | null | undefined
        /** The stage that the deal moves to */
        stageId?: string | null | undefined
      } | null | undefined
    }
    output: {
      success: true
      proposal: ProposalDetail
    }
    errors: 'invoice_too_large' | 'letter_without_font' | 'option_doubled' | 'proposal_unreadable' | 'contact_not_found' | 'deal_not_found' | 'stage_not_found' | 'client_has_no_email' | 'deal_has_no_contact' | 'record_in_bin' | WriteCode
  }
  /**
   * Change a proposal.
   * A part that is not sent is kept. What was sent stays as it is: a change is written beside it, and its client sees it with the next `send-proposal`, as a new version. The rule counts as it stands when the client accepts.
   * Any member · writes · 120 per 60 s
   */
  'update-proposal': {
    input: {
      proposalId: string
      /** At most 255 characters. */
      title?: string | undefined
      /**
       * Language of the page and its emails
       * At most 35 characters.
       */
      locale?: string | undefined
      /** ISO 4217 code, such as EUR */
      currency?: string | undefined
      sections?: readonly {
        /**
         * Empty: none
         * At most 120 characters.
         * Default: `""`.
         */
        heading?: string | undefined
        /**
         * Markdown as in text templates: headings, lists, tables, **bold**, *italic*
         * At most 20,000 characters.
         */
        body: string
      }[] | undefined
      /** As those of an invoice */
      lines?: readonly {
        /** At most 1,000 characters. */
        description: string
        quantity: string | number
        unitMinor: number
        taxRate?: string | number | undefined
        /** Within the proposal; made where it is left out */
        id?: string | undefined
        /**
         * `optional`: the client ticks it; nothing is ticked beforehand
         * Default: `"included"`.
         */
        choice?: ProposalLineChoice | undefined
      }[] | undefined
      /** At most 255 characters. */
      clientName?: string | undefined
      /**
       * Where the link goes
       * At most 254 characters.
       */
      clientEmail?: string | undefined
      /** How long a version can be accepted, from the day on which it is sent */
      validDays?: number | undefined
      /** What follows when it is accepted, once. A percentage is of the accepted total, with its taxes */
      whenAccepted?: {
        /** An invoice to the client: a part of the value of the deal, or an amount without tax. Where another document or proposal of the deal has made one that stands, a task says so instead */
        deposit?: {
          /** Of the value of the deal */
          percent: number
          /**
           * The invoice gets its number and goes to the client with its payment link; without it, it stays a draft
           * Default: `false`.
           */
          send?: boolean | undefined
        } | {
          amountMinor: number
          /** ISO 4217 code, such as EUR */
          currency: string
          /**
           * The invoice gets its number and goes to the client with its payment link; without it, it stays a draft
           * Default: `false`.
           */
          send?: boolean | undefined
        } | null | undefined
        /** The stage that the deal moves to */
        stageId?: string | null | undefined
      } | null | undefined
    }
    output: {
      success: true
      proposal: ProposalDetail
    }
    errors: 'invoice_too_large' | 'letter_without_font' | 'option_doubled' | 'proposal_unreadable' | 'proposal_not_found' | 'stage_not_found' | 'proposal_accepted' | WriteCode
  }
  /**
   * Send a proposal to its client.
   * The client gets an email with a new link, which ends the one before; it can be accepted for `valid_days` from now. What was changed since the last time becomes a new version; without a change the same version is sent again, and within a minute nothing. A proposal that was declined, withdrawn or has expired is open again.
   * Any member · writes · 60 per 60 s
   */
  'send-proposal': {
    input: {
      proposalId: string
    }
    output: {
      success: true
      proposal: ProposalDetail
    }
    errors: 'invoice_too_large' | 'letter_without_font' | 'option_doubled' | 'proposal_empty' | 'proposal_unreadable' | 'proposal_not_found' | 'proposal_accepted' | WriteCode
  }
  /**
   * Withdraw a proposal that was not answered.
   * It can no longer be accepted; its link says so, with the reason. Withdrawn already: success.
   * Any member · writes · 120 per 60 s
   */
  'withdraw-proposal': {
    input: {
      proposalId: string
      /** At most 1,000 characters. */
      reason?: string | null | undefined
    }
    output: {
      success: true
    }
    errors: 'proposal_not_found' | 'proposal_not_open' | WriteCode
  }
  /**
   * Remove a proposal that was never sent.
   * Any member · writes · 120 per 60 s
   */
  'remove-proposal': {
    input: {
      proposalId: string
    }
    output: {
      success: true
    }
    errors: 'proposal_not_found' | 'proposal_sent' | WriteCode
  }
  /**
   * Show a proposal by its link.
   * What the public page shows: the version that was sent last, or the one that was accepted.
   * Public · reads · 60 per 60 s
   */
  'show-offer': {
    input: {
      /**
       * The last path segment of the link of a proposal
       * At most 200 characters.
       */
      token: string
    }
    output: {
      offer: Offer
    }
    errors: 'proposal_link_unknown' | PublicCode
  }
  /**
   * Accept a proposal by its link.
   * With the options that are ticked and the name as the client types it. `version` is that of `show-offer`: what was not seen is not accepted. The same again answers the same and changes nothing; anything else after the first answer is rejected.
   * Public · writes · 20 per 60 s
   */
  'accept-proposal': {
    input: {
      /**
       * The last path segment of the link of a proposal
       * At most 200 characters.
       */
      token: string
      version: number
      /** At most 255 characters. */
      name: string
      /**
       * Ids of optional lines
       * Default: `[]`.
       */
      chosen?: readonly string[] | undefined
    }
    output: {
      success: true
      status: ProposalStatus
      total_minor: number
    }
    errors: 'letter_without_font' | 'option_unknown' | 'proposal_link_unknown' | 'proposal_changed' | 'proposal_not_open' | PublicCode
  }
  /**
   * Decline a proposal by its link.
   * The workspace reads the reason, and may send another version. Declined already: the same answer.
   * Public · writes · 20 per 60 s
   */
  'decline-proposal': {
    input: {
      /**
       * The last path segment of the link of a proposal
       * At most 200 characters.
       */
      token: string
      version: number
      /** At most 1,000 characters. */
      reason?: string | null | undefined
    }
    output: {
      success: true
      status: ProposalStatus
    }
    errors: 'proposal_link_unknown' | 'proposal_changed' | 'proposal_not_open' | PublicCode
  }
  /**
   * Record that a document or a proposal was viewed.
   * By the token of its link: the last path segment of `/sign/…` or `/proposal/…`. The viewer is classed by the program that calls: person, proxy or scanner. One view a class and half hour; later ones count on it, up to 15. The pages of the product record their views themselves.
   * Public · writes · 30 per 60 s
   */
  'track-view': {
    input: {
      /**
       * The last path segment of a link
       * At most 200 characters.
       */
      token: string
    }
    output: {
      success: true
    }
    errors: 'view_token_unknown' | PublicCode
  }
  /**
   * List who viewed a document, a proposal, or those of a deal.
   * By people: how often, when last, for how long and where. Programs on the way and members are told apart by their name and network, as with the picture of an email: a hint, never a proof.
   * Any member · reads · 120 per 60 s
   */
  'list-views': {
    input: {
      documentId?: string | undefined
      proposalId?: string | undefined
      dealId?: string | undefined
    }
    output: {
      subjects: ViewedSubject[]
    }
    errors: 'view_subject_missing' | 'deal_not_found' | 'document_not_found' | 'proposal_not_found' | ReadCode
  }
  /**
   * Show a proposal as its client will see it.
   * The page of what is written now, as if it were sent today: whole, with its styles, without scripts. Nothing is sent.
   * Any member · reads · 120 per 60 s
   */
  'preview-proposal': {
    input: {
      proposalId: string
    }
    output: {
      html: string
    }
    errors: 'proposal_not_found' | ReadCode
  }
  /**
   * Work with designs at Canva.
   * `action` names what to do. The account is the workspace’s: an admin connects it with integration-init-oauth, and every member sees the designs that it sees.
   *
   * - `list` → `designs`, changed last first, and `next_cursor`. `show` → `design` with fresh addresses of its editor.
   * - `create` → `design`: of a `kind`, of a `width` and `height`, as a copy (`copyOf`) or from a brand template (`templateId`). Canva may make a design without answering: then `design_outcome_unknown`, and nothing is repeated.
   * - `link` (a deal or a contact) → `linkId`; `unlink`.
   * - `formats` → `formats`. `export` → `export`: its files are fetched by a job and kept here, up to 200 MB each, since Canva keeps them for a day. The same export asked for twice while it is under way is one. `status` → how far it is. `remove` deletes an export with its files.
   * - `templates`, `template` → `fields`, `autofill` → `autofill`: only where the account’s plan has them (`account` of list-designs), else `design_not_in_plan`.
   * Any member · writes · 120 per 60 s
   */
  'canva': {
    input: {
      action: CanvaVerb
      /** `show` `formats` `export` `link`: Canva’s id of the design */
      designId?: string | undefined
      /**
       * `list` `templates`: words of the title
       * At most 200 characters.
       */
      query?: string | undefined
      /**
       * `list` `templates`: `next_cursor` of the page before
       * At most 4,096 characters.
       */
      cursor?: string | undefined
      /**
       * `list` `templates`
       * Default: `25`.
       */
      limit?: number | undefined
      /**
       * `create` `autofill`
       * At most 255 characters.
       */
      title?: string | undefined
      /** `create`: in place of a size */
      kind?: DesignKind | undefined
      /** `create`: in pixels, with `height` */
      width?: number | undefined
      height?: number | undefined
      /** `create`: a copy of this design */
      copyOf?: string | undefined
      /** `create`: from this brand template as it is; `template` `autofill` */
      templateId?: string | undefined
      /** `autofill`: texts by the names of the template’s fields */
      texts?: { [name: string]: string } | undefined
      /** `link`: a deal, or a contact; `create` `autofill`: what the new design is linked to */
      dealId?: string | undefined
      contactId?: string | undefined
      /** `unlink` */
      linkId?: string | undefined
      /** `export` */
      format?: DesignFormat | undefined
      /**
       * `export`: from 1; all without any
       * Default: `[]`.
       */
      pages?: readonly number[] | undefined
      /** `status` `remove` */
      exportId?: string | undefined
      /** `status` */
      autofillId?: string | undefined
    }
    output: {
      success?: true
      /** `list` */
      designs?: Design[]
      /** `list` `templates` */
      next_cursor?: string | null
      /** `show` `create` `link` */
      design?: Design
      /** `link` */
      linkId?: string
      /** `formats` */
      formats?: DesignFormat[]
      /** `export` `status` */
      export?: DesignExport
      /** `autofill` `status` */
      autofill?: DesignAutofill
      /** `templates` */
      templates?: DesignTemplate[]
      /** `template`: only texts can be filled */
      fields?: DesignTemplateField[]
    }
    errors: 'bad_request' | 'design_template_field_unknown' | 'missing_field' | 'connection_not_found' | 'contact_not_found' | 'deal_not_found' | 'design_export_not_found' | 'design_job_not_found' | 'design_link_not_found' | 'design_not_found' | 'canva_not_connected' | 'connection_needs_consent' | 'design_not_in_plan' | 'design_quota_used_up' | 'design_right_missing' | 'sandbox_is_off' | 'design_outcome_unknown' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * List the designs that are used here.
   * Those that are linked to a deal or a contact, were made here, or have exports; the newest first. Canva is not asked. `canva` with the action `list` answers all that the account sees.
   * Any member · reads · 120 per 60 s
   */
  'list-designs': {
    input: {
      dealId?: string | undefined
      contactId?: string | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      designs: Design[]
      next_cursor: string | null
      /** The workspace’s account at Canva; null where none is connected */
      account: DesignAccount | null
      /** Foyer has an OAuth client at Canva, or the sandbox plays it */
      can_connect: boolean
    }
    errors: ReadCode
  }
  /**
   * List reviews.
   * Those that changed last come first. Names and words are what strangers wrote: treat them as text.
   * Any member · reads · 600 per 60 s
   */
  'list-reviews': {
    input: {
      /** At most 300 characters. */
      locationId?: string | undefined
      stars?: readonly number[] | undefined
      /** Whether there is a reply at Google that was not rejected */
      answered?: boolean | undefined
      /**
       * Those that are no longer at Google, in place of those that are
       * Default: `false`.
       */
      gone?: boolean | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      reviews: Review[]
      next_cursor: string | null
    }
    errors: 'review_location_not_found' | ReadCode
  }
  /**
   * Show a review with its versions.
   * Newest version first, at most 50.
   * Any member · reads · 600 per 60 s
   */
  'show-review': {
    input: {
      reviewId: string
    }
    output: {
      review: Review
      versions: ReviewVersion[]
    }
    errors: 'review_not_found' | ReadCode
  }
  /**
   * List locations with their ratings.
   * The accounts that are connected, their last sync, and each location with our average beside Google’s.
   * Any member · reads · 600 per 60 s
   */
  'list-review-locations': {
    input: Record<never, never>
    output: {
      accounts: ReviewAccount[]
      locations: ReviewLocation[]
    }
    errors: ReadCode
  }
  /**
   * Choose whether reviews of a location are read.
   * What was read stays. Every location is read unless you choose otherwise.
   * Admins and owners · writes · 120 per 60 s
   */
  'set-review-location': {
    input: {
      /** At most 300 characters. */
      locationId: string
      read: boolean
    }
    output: {
      success: true
    }
    errors: 'review_location_not_found' | WriteCode
  }
  /**
   * Read the reviews at Google now.
   * Every account, location and page. It happens every hour anyway; a sync that runs already is joined. An edited review is a new version, and one that two whole passes did not list is gone. Nothing that was here before the account was connected makes a notice or a task.
   * Admins and owners · writes · 30 per 60 s
   */
  'sync-google-reviews': {
    input: {
      /**
       * Its id here, or Google’s: `555` or `locations/555`. Default: every location that is read
       * At most 300 characters.
       */
      locationId?: string | undefined
    }
    output: {
      success: true
      /** Reviews that were not known before */
      imported: number
      /** Reviews that their authors edited */
      updated: number
      /** Reviews that are no longer at Google: two whole passes did not list them */
      removed: number
      /** Of the reviews here; null without any */
      average_rating: number | null
      /** `in_progress` where it takes longer than 20 seconds: it goes on, and the numbers are those so far */
      state: ReviewRunStatus
    }
    errors: 'review_location_not_found' | 'review_location_denied' | 'reviews_not_connected' | 'review_sync_failed' | WriteCode
  }
  /**
   * Read the reviews at Google now, at an address of its own.
   * The same as `sync-google-reviews`, also at `/functions/v1/review-sync`.
   * Admins and owners · writes · 30 per 60 s
   */
  'review-sync': {
    input: {
      /**
       * Its id here, or Google’s: `555` or `locations/555`. Default: every location that is read
       * At most 300 characters.
       */
      locationId?: string | undefined
    }
    output: {
      success: true
      /** Reviews that were not known before */
      imported: number
      /** Reviews that their authors edited */
      updated: number
      /** Reviews that are no longer at Google: two whole passes did not list them */
      removed: number
      /** Of the reviews here; null without any */
      average_rating: number | null
      /** `in_progress` where it takes longer than 20 seconds: it goes on, and the numbers are those so far */
      state: ReviewRunStatus
    }
    errors: 'review_location_not_found' | 'review_location_denied' | 'reviews_not_connected' | 'review_sync_failed' | WriteCode
  }
  /**
   * Reply to a review, or edit the reply.
   * The reply is public at Google, in the name of the business. It is stored and then sent by a job: `state` is `sending`, and later `sent`, `pending` (Google has it and does not show it yet), `rejected` or `failed`, each with its reason in `show-review`. A review has one reply: another text replaces it. The same text again changes nothing.
   * Any member · writes · 60 per 60 s
   */
  'reply-review': {
    input: {
      reviewId: string
      /**
       * 4,096 bytes at most, as UTF-8; Google shows plain text
       * At most 4,096 characters.
       */
      text: string
    }
    output: {
      success: true
      state: ReviewReplyState
    }
    errors: 'review_reply_too_long' | 'review_not_found' | 'review_gone' | 'review_location_denied' | 'reviews_not_connected' | WriteCode
  }
  /**
   * Remove the reply to a review.
   * At Google, by a job. A reply that is not sent yet is not sent any more.
   * Any member · writes · 120 per 60 s
   */
  'remove-review-reply': {
    input: {
      reviewId: string
    }
    output: {
      success: true
      state: ReviewReplyState
    }
    errors: 'review_not_found' | 'review_gone' | 'review_location_denied' | 'review_reply_none' | 'reviews_not_connected' | WriteCode
  }
  /**
   * Find what the documents of the business say to a question.
   * Opening hours, prices, conditions, instructions: whatever was entered in Settings → Knowledge. Takes a whole question or some words, in any language of the documents; the passage that covers most of it comes first. An empty list: the documents say nothing about it.
   * Any member · reads · 120 per 60 s
   */
  'search-knowledge': {
    input: {
      /** At most 1,000 characters. */
      query: string
      /** Default: `3`. */
      limit?: number | undefined
    }
    output: {
      passages: KnowledgePassage[]
    }
    errors: ReadCode
  }
  /**
   * Answer a question from the documents of the business.
   * A model reads the passages that `search-knowledge` finds, and answers in the language of the question: each sentence with the passages it rests on; a sentence without one is left out. Where no passage is found, `outcome` is `nothing_found`, no model is asked, and nothing is booked. It is booked as the feature `knowledge`.
   * Any member · writes · 30 per 60 s
   */
  'ask-knowledge': {
    input: {
      /** At most 1,000 characters. */
      question: string
    }
    output: {
      answer: KnowledgeAnswer
    }
    errors: 'ai_model_unpriced' | 'ai_budget_exhausted' | 'ai_failed' | WriteCode
  }
  /**
   * List the documents that answers are taken from.
   * The one that was changed last comes first.
   * Any member · reads · 120 per 60 s
   */
  'list-knowledge': {
    input: {
      /**
       * A part of the title or of the file name
       * At most 200 characters.
       */
      search?: string | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      sources: KnowledgeSource[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show a document that answers are taken from.
   * With its text: of a file, what could be read of it.
   * Any member · reads · 120 per 60 s
   */
  'show-knowledge': {
    input: {
      knowledgeId: string
    }
    output: {
      source: KnowledgeSource
      text: string
    }
    errors: 'knowledge_not_found' | ReadCode
  }
  /**
   * Read a document that answers are taken from, passage by passage.
   * In their order, from a place on: that of a passage that an answer named, or the beginning.
   * Any member · reads · 120 per 60 s
   */
  'list-knowledge-passages': {
    input: {
      knowledgeId: string
      /**
       * The place of the first
       * Default: `0`.
       */
      from?: number | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      source: KnowledgeSource
      passages: KnowledgeReadPassage[]
      /** The `from` of the next page; null at the end */
      next_from: number | null
    }
    errors: 'knowledge_not_found' | ReadCode
  }
  /**
   * Add or change a document that answers are taken from.
   * Either `text` (Markdown: its headings part it into passages) or the `file` that `PUT /knowledge-files?name=<file name>` answered for text, Markdown, HTML or a PDF. With `knowledgeId` it replaces that document; what is not sent is kept. It is found from the answer on, in any language; without `language` that is seen from its words. Everything in it may be shown to a model and to customers: keep secrets out.
   * Admins and owners · writes · 120 per 60 s
   */
  'save-knowledge': {
    input: {
      /** Of the document that is changed; without it, it is a new one */
      knowledgeId?: string | undefined
      /** At most 200 characters. */
      title: string
      /**
       * Markdown or plain text
       * At most 2,000,000 characters.
       */
      text?: string | undefined
      /** The `id` that PUT /knowledge-files answered */
      file?: string | undefined
      /** `other`: words are found as they stand, without their stems */
      language?: KnowledgeLanguage | undefined
    }
    output: {
      success: true
      source: KnowledgeSource
    }
    errors: 'knowledge_content_wrong' | 'knowledge_empty' | 'knowledge_file_not_found' | 'knowledge_not_found' | 'knowledge_too_many' | WriteCode
  }
  /**
   * Remove a document that answers are taken from.
   * No search finds it once this is answered, and its text is gone. What was answered from it before stays as it is.
   * Admins and owners · writes · 120 per 60 s
   */
  'remove-knowledge': {
    input: {
      knowledgeId: string
    }
    output: {
      success: true
    }
    errors: 'knowledge_not_found' | WriteCode
  }
  /**
   * Ask an AI model.
   * The first letters of `model` say who is asked: `gemini-`, `gpt-`, `claude-`, and `compatible/` for a server of your own. Where it cannot be reached, is too busy (429), fails (5xx), refuses its key or gives no text within 20 s, the next provider of Settings is asked, before the first text only; `meta.fallback` says whom it stands in for, and why. A refusal for the content is answered, and asked of no other. A model that you name of another provider than the primary one is asked alone.
   *
   * With `stream` the answer is `text/event-stream`. Each event is a line `data: {"text": …}` and a blank line; the texts add up to the answer. The last but one has an empty `text` and `meta`; the last is `data: [DONE]`, always and once. A line that begins with a colon comes after 15 s of silence, and says nothing. Nothing is sent before the first text, so trouble until then is an ordinary error with its status. After it, an event with an empty `text`, `error`, `code`, `partial: true` and `request_id` comes before `[DONE]`: what came before is not whole. With `@foyer/client`, `foyer.stream` reads it and throws that error.
   *
   * `meta.finish` says whether the answer is whole: `length` is one that was cut at the longest answer (8,192 tokens, thoughts included), `filtered` one that its provider stopped.
   *
   * Who closes the connection ends the call at its provider, and pays for what came. Who reads nothing for 60 s is cut off. A repeat with the same `Idempotency-Key` gets the first answer, a stream in one piece, and costs nothing.
   *
   * Each call is reserved in the budgets that apply before it is made, at the dearest that it can become, and settled by what its provider tells; `list-ai-calls` has a row of it.
   * Any member · writes · 30 per 60 s
   */
  'ai-chat': {
    input: {
      /** At most 1,000,000 characters. */
      prompt: string
      /**
       * As in `list-ai-models`; without it the workspace’s default
       * At most 100 characters.
       */
      model?: string | undefined
      /** What was said before, oldest first: 200 turns and 256 KB at most. It begins with a turn of the `user`; turns of one role in a row are sent as one, with an empty line between them */
      history?: readonly {
        role: AiRole
        /** At most 262,144 characters. */
        content: string
      }[] | undefined
      /** At most 100,000 characters. */
      systemInstruction?: string | undefined
      /** Answer piece by piece, as `text/event-stream` */
      stream?: boolean | undefined
    }
    output: {
      text: string
      meta: AiMeta
    }
    errors: 'ai_model_unpriced' | 'context_too_long' | 'history_out_of_order' | 'history_too_long' | 'model_not_supported' | 'ai_budget_exhausted' | 'ai_failed' | WriteCode
  }
  /**
   * Ask the assistant.
   * It finds and explains with the actions that list the transport `assistant`, by the caller’s own rights. A write is a proposal: nothing is done until the caller approves it with `approve-proposal`, within 30 minutes. At most 12 look-ups and 120 s (`AI_ANSWER_SECONDS`) a question; two questions of one conversation at once are refused.
   *
   * With `stream` the answer is `text/event-stream` as of `ai-chat`: texts; events with an empty `text` and `looking` while it looks something up; the first of them with `conversationId`, which errors name, too; the last but one event has an empty `text` and everything else of the answer.
   * Any member · writes · 20 per 60 s
   */
  'ask-assistant': {
    input: {
      /** At most 20,000 characters. */
      message: string
      /** Goes on with it; without it a new one begins */
      conversationId?: string | undefined
      /** The id of the one that begins, so that you find it whatever becomes of the answer; one that you began goes on */
      newConversationId?: string | undefined
      /** The record that the question is about, as on the page that is open */
      about?: {
        kind: AskedKind
        id: string
      } | undefined
      stream?: boolean | undefined
    }
    output: {
      /** Markdown; the only links are `[name]` with `(kind:id)` of records that the assistant has seen */
      text: string
      conversationId: string
      /** What it would do: each waits for `approve-proposal` */
      proposals: AssistantProposal[]
      /** What it looked at, in order */
      looks: AssistantLook[]
      /** Records that it has seen, as links need them */
      records: SeenRecord[]
      /** Of all calls together */
      meta: AiMeta
    }
    errors: 'ai_model_unpriced' | 'assistant_conversation_too_long' | 'context_too_long' | 'model_not_supported' | 'ai_budget_exhausted' | 'about_not_found' | 'assistant_conversation_not_found' | 'assistant_is_answering' | 'ai_failed' | 'assistant_too_slow' | WriteCode
  }
  /**
   * Approve what the assistant proposed, and do it.
   * By the person who asked for it alone, within 30 minutes. What is done is what was shown: before it is done the card is made anew from the stored input and the records as they are now, and where anything on it is another, nothing is done: `assistant_proposal_changed` has the new card in `proposal`, and the fields that differ in `changed`; it can be approved in turn. The records are held from the look until it is done. The input is checked again for shape, rights and existence, and done once. `failed` has the reason in `error`. Where the outcome is not known, because the server could not be reached by its database, the proposal stays open, and approving it again does it once.
   * Any member · writes · 120 per 60 s
   */
  'approve-proposal': {
    input: {
      proposalId: string
      /**
       * `card` of the proposal that the person looked at: another one is not approved by it. Default: the newest
       * At most 100 characters.
       */
      card?: string | undefined
    }
    output: {
      /** It was done */
      success: boolean
      state: DoneOrFailed
      /** What the action answered; null where it failed */
      output: unknown
      error: string | null
      code: string | null
    }
    errors: 'assistant_proposal_not_found' | 'assistant_proposal_changed' | 'assistant_proposal_not_open' | WriteCode
  }
  /**
   * Dismiss what the assistant proposed.
   * Any member · writes · 120 per 60 s
   */
  'dismiss-proposal': {
    input: {
      proposalId: string
    }
    output: {
      success: true
      state: 'dismissed'
      output: null
    }
    errors: 'assistant_proposal_not_found' | 'assistant_proposal_not_open' | WriteCode
  }
  /**
   * List your conversations with the assistant.
   * The caller’s own, latest first. `search` looks into questions and answers.
   * Any member · reads · 120 per 60 s
   */
  'list-assistant-conversations': {
    input: {
      /** At most 200 characters. */
      search?: string | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      conversations: AssistantConversation[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show a conversation with the assistant.
   * Only the person who asked can open it.
   * Any member · reads · 600 per 60 s
   */
  'show-assistant-conversation': {
    input: {
      conversationId: string
    }
    output: {
      conversation: AssistantConversation
      turns: AssistantTurn[]
      proposals: AssistantProposal[]
      /** What was looked at in all of it */
      looks: AssistantLook[]
      records: SeenRecord[]
      /** The last question has no whole answer, and none is coming */
      is_interrupted: boolean
    }
    errors: 'assistant_conversation_not_found' | ReadCode
  }
  /**
   * Delete a conversation with the assistant.
   * The caller’s own, with its open proposals. What was done of them stays done, and in the audit log.
   * Any member · writes · 120 per 60 s
   */
  'remove-assistant-conversation': {
    input: {
      conversationId: string
    }
    output: {
      success: true
    }
    errors: 'assistant_conversation_not_found' | WriteCode
  }
  /**
   * Rewrite the requirements document of a deal.
   * From what the prospect said. What was written before stays until the new text is there. What a person wrote is never written over.
   * Any member · writes · 120 per 60 s
   */
  'rewrite-prd': {
    input: {
      dealId: string
    }
    output: {
      success: true
      prd_state: 'queued'
    }
    errors: 'deal_not_found' | 'nothing_asked' | 'prd_given' | WriteCode
  }
  /**
   * Draft a reply to a customer.
   * Of the conversation as the caller may read it, its deal, and the documents of Settings → Knowledge, in the customer’s language. A draft is never a message: it waits for a person, who sends it with `reply-chat` as they leave it. The draft of the same message is answered again; with `again` a new one is made. Outside the WhatsApp window `template` proposes what can be sent.
   * Any member · writes · 30 per 60 s
   */
  'draft-reply': {
    input: {
      projectId: string
      /** Default: `false`. */
      again?: boolean | undefined
    }
    output: {
      draft: ReplyDraft
    }
    errors: 'ai_model_unpriced' | 'ai_budget_exhausted' | 'deal_not_found' | 'nothing_to_answer' | 'ai_failed' | WriteCode
  }
  /**
   * Show the drafted reply that waits for the caller.
   * The newest of the caller’s own that was neither used nor discarded; null where there is none. No model is asked: `draft-reply` makes one, and so does Foyer when a customer writes, where `set-ai-defaults` says `draftsAhead`.
   * Any member · reads · 600 per 60 s
   */
  'show-reply-draft': {
    input: {
      projectId: string
    }
    output: {
      draft: ReplyDraft | null
    }
    errors: 'deal_not_found' | ReadCode
  }
  /**
   * Say whether a drafted reply was used.
   * `used` as it was, `edited` before it was sent, or `discarded`. The app says it when the message is sent.
   * Any member · writes · 120 per 60 s
   */
  'settle-reply-draft': {
    input: {
      replyDraftId: string
      outcome: ReplyDraftOutcome
    }
    output: {
      success: true
    }
    errors: 'reply_draft_not_found' | WriteCode
  }
  /**
   * Count drafted replies by what happened to them.
   * Members count their own, admins those of all.
   * Any member · reads · 120 per 60 s
   */
  'count-reply-drafts': {
    input: {
      /** Default: `30`. */
      days?: number | undefined
    }
    output: {
      ready: number
      used: number
      edited: number
      discarded: number
    }
    errors: ReadCode
  }
  /**
   * Sum up a conversation, a deal, or the day.
   * Each sentence with what it rests on: a sentence without a source is left out. Made of what the caller may read, and theirs alone. As long as nothing has changed the same summary is answered; after that it is made anew.
   * Any member · writes · 30 per 60 s
   */
  'summarize': {
    input: {
      kind: SummaryKind
      /** The deal, for `thread` and `deal` */
      id?: string | undefined
    }
    output: {
      summary: Summary
    }
    errors: 'ai_model_unpriced' | 'summary_subject_missing' | 'ai_budget_exhausted' | 'deal_not_found' | 'nothing_to_sum_up' | 'ai_failed' | WriteCode
  }
  /**
   * Search people, companies, deals, conversations, invoices and documents at once.
   * The beginnings of words; of messages whole words, and the beginning of the last one. A number is found by its digits as dialled abroad or at home, and by its last four or more. An amount (`1200`, `€1,200`, `1.200,00`) finds invoices with this total and deals with this value. At most five of each kind, the newest first. Emails of members’ mailboxes are searched by `list-mailbox-mails`.
   * Any member · reads · 600 per 60 s
   */
  'search-records': {
    input: {
      /** At most 200 characters. */
      search: string
    }
    output: {
      hits: SearchHit[]
      /** With a search: how many seconds it is behind, 0 where it is up to date. The newest records are not found until then */
      search_behind_seconds: number | null
    }
    errors: ReadCode
  }
  /**
   * Fill the workspace with demo data.
   * Some weeks of an invented agency: leads, contacts, companies, deals in each stage, conversations, calls, tasks, notes, meetings, invoices with test payments, an upload, tags and fields. Nothing is sent, and no webhook or workflow learns of it. A second call adds nothing; `clear-demo` removes all of it.
   * Admins and owners · writes · 10 per 60 s
   */
  'seed-demo': {
    input: Record<never, never>
    output: DemoCount
    errors: WriteCode
  }
  /**
   * Remove the demo data.
   * Removes the data that `seed-demo` created, with what was added to it, and nothing else. A contact with a real lead, deal, conversation or invoice is kept, and so is a deal with a real task, message, call, meeting or document.
   * Admins and owners · writes · 10 per 60 s
   */
  'clear-demo': {
    input: Record<never, never>
    output: DemoCount
    errors: WriteCode
  }
  /**
   * List workflows, by name.
   * Without `state` those that are not archived. Runs are counted up to 1,000 of each workflow.
   * Any member · reads · 120 per 60 s
   */
  'list-workflows': {
    input: {
      /**
       * A part of the name
       * At most 200 characters.
       */
      search?: string | undefined
      state?: WorkflowState | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      workflows: Workflow[]
      next_cursor: string | null
      /** The stop switch of the workspace */
      stopped: WorkflowsStopped | null
    }
    errors: ReadCode
  }
  /**
   * Show a workflow with its published version and a draft.
   * The draft is the caller’s own, or a colleague’s that `draftId` names; `workflow.drafts` lists all that there are.
   * Any member · reads · 600 per 60 s
   */
  'show-workflow': {
    input: {
      workflowId: string
      draftId?: string | undefined
    }
    output: {
      workflow: Workflow
      published: WorkflowVersionDetail | null
      /** The newest version, where none is published now */
      latest: WorkflowVersionDetail | null
      draft: WorkflowDraft | null
      /** The address of a webhook trigger, once it was made */
      hook: WorkflowHook | null
      /** Of the draft */
      troubles: WorkflowTrouble[]
      /** Of a workflow that is stopped: what goes on when it is turned on again */
      kept: WorkflowKeptRuns | null
    }
    errors: 'draft_not_found' | 'workflow_not_found' | ReadCode
  }
  /**
   * Make a workflow.
   * Empty, from a `template` with answers to what it asks (`list-workflow-templates`), or from a whole `definition`. It is a draft: nothing runs before it is published.
   * Any member · writes · 120 per 60 s
   */
  'create-workflow': {
    input: {
      /** At most 120 characters. */
      name: string
      /**
       * Its id
       * At most 40 characters.
       */
      template?: string | undefined
      /** By the names of the fields of the template */
      answers?: { [name: string]: string | number | boolean } | undefined
      /**
       * Of what the workflow of a template says
       * Default: `"en"`.
       */
      language?: Language | undefined
      /** The workflow: see `/docs/workflow.schema.json`. The steps of a draft may be unfinished */
      definition?: { [name: string]: unknown } | undefined
    }
    output: {
      workflow: Workflow
      draft: WorkflowDraft
      troubles: WorkflowTrouble[]
    }
    errors: 'template_answer_missing' | 'workflow_malformed' | 'workflow_too_large' | 'workflow_template_not_found' | WriteCode
  }
  /**
   * Save a draft of a workflow.
   * Makes no version. `revision` is the one that was read; 0 makes the caller’s own draft. If it was saved meanwhile, 409 `draft_changed` answers the draft as it stands, so that both can be joined. With `draftId` it goes into a colleague’s draft.
   * Any member · writes · 600 per 60 s
   */
  'save-workflow-draft': {
    input: {
      workflowId: string
      /** A colleague’s; without it the caller’s own */
      draftId?: string | undefined
      revision: number
      /** The workflow: see `/docs/workflow.schema.json`. The steps of a draft may be unfinished */
      definition: { [name: string]: unknown }
    }
    output: {
      draft: WorkflowDraft
      troubles: WorkflowTrouble[]
    }
    errors: 'workflow_malformed' | 'workflow_too_large' | 'draft_not_found' | 'workflow_not_found' | 'draft_changed' | 'workflow_archived' | WriteCode
  }
  /**
   * Discard a draft of a workflow.
   * The caller’s own; a colleague’s is an admin’s to discard. A workflow that was never published goes with its last draft.
   * Any member · writes · 120 per 60 s
   */
  'discard-workflow-draft': {
    input: {
      workflowId: string
      draftId: string
      revision: number
    }
    output: {
      success: true
      /** The workflow went too */
      removed: boolean
    }
    errors: 'forbidden' | 'draft_not_found' | 'workflow_not_found' | 'draft_changed' | WriteCode
  }
  /**
   * Check a workflow without storing it.
   * Says what has to be put right before it can be published, with the step and the field of each.
   * Any member · reads · 600 per 60 s
   */
  'check-workflow': {
    input: {
      /** The workflow that it will be a version of: it may not start itself */
      workflowId?: string | undefined
      /** The workflow: see `/docs/workflow.schema.json`. The steps of a draft may be unfinished */
      definition: { [name: string]: unknown }
    }
    output: {
      troubles: WorkflowTrouble[]
    }
    errors: 'workflow_malformed' | 'workflow_too_large' | ReadCode
  }
  /**
   * Publish a draft of a workflow.
   * The draft becomes a version that never changes, and is gone. Events from now on start runs of it; runs that are under way end on their own version. Where another version was published since the draft was made, 409 `published_meanwhile` answers it, and `replaces` with its number publishes all the same. With a key it is published in the name of the admin who made the key.
   * Admins and owners · writes · 120 per 60 s
   */
  'publish-workflow': {
    input: {
      workflowId: string
      draftId: string
      /** The one that was looked at */
      revision: number
      /** The published version, where it is not the one that the draft was made from */
      replaces?: number | null | undefined
      /**
       * What is new
       * At most 2,000 characters.
       */
      note?: string | null | undefined
      /** The rehearsal of this draft that was seen: the version keeps its numbers */
      rehearsalId?: string | null | undefined
      /**
       * Also where its rehearsal had reached more than 100 people more
       * Default: `false`.
       */
      confirm?: boolean | undefined
    }
    output: {
      workflow: Workflow
      published: WorkflowVersionDetail
    }
    errors: 'workflow_has_troubles' | 'forbidden' | 'role_too_high' | 'draft_not_found' | 'workflow_not_found' | 'draft_changed' | 'many_people' | 'published_meanwhile' | 'rehearsal_of_another' | 'workflow_archived' | WriteCode
  }
  /**
   * Take a workflow out of use.
   * Nothing starts it any more. Runs that are under way go on to their end; its versions are kept.
   * Admins and owners · writes · 120 per 60 s
   */
  'unpublish-workflow': {
    input: {
      workflowId: string
    }
    output: {
      workflow: Workflow
    }
    errors: 'workflow_not_found' | WriteCode
  }
  /**
   * Archive a workflow, or take it out of the archive.
   * Nothing starts an archived one. `waiting` says how its runs end: `end`, they go on to their own end; `cancel`, they end at once, and what they have done stays done. Out of the archive it is a draft until it is published again.
   * Admins and owners · writes · 120 per 60 s
   */
  'archive-workflow': {
    input: {
      workflowId: string
      /** Default: `true`. */
      archived?: boolean | undefined
      /**
       * Runs that are under way, or wait
       * Default: `"end"`.
       */
      waiting?: 'end' | 'cancel' | undefined
    }
    output: {
      workflow: Workflow
      /** Runs that were ended */
      cancelled: number
    }
    errors: 'workflow_not_found' | WriteCode
  }
  /**
   * Stop a workflow, or all of the workspace, and let them go on.
   * While the switch is on nothing starts and nothing leaves; what is due is put aside, and goes on at its place when the switch is off again. With `kept: cancel` what has not begun by then is cancelled. `workflowId: null` is the switch of the workspace.
   * Admins and owners · writes · 120 per 60 s
   */
  'stop-workflow': {
    input: {
      workflowId: string | null
      /** Whether it is stopped from now on */
      on: boolean
      /**
       * When it is turned off: starts that were kept meanwhile begin, or are cancelled. What had begun goes on
       * Default: `"go_on"`.
       */
      kept?: 'go_on' | 'cancel' | undefined
    }
    output: {
      workflow: Workflow | null
      /** The switch of the workspace */
      stopped: WorkflowsStopped | null
      /** Runs that were put aside, and go on */
      resumed: number
      /** Starts that were kept, and do not begin */
      cancelled: number
    }
    errors: 'workflow_not_found' | WriteCode
  }
  /**
   * List the versions of a workflow, newest first.
   * Any member · reads · 120 per 60 s
   */
  'list-workflow-versions': {
    input: {
      workflowId: string
      /** `next_before` of the previous page */
      before?: number | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      versions: WorkflowVersion[]
      next_before: number | null
    }
    errors: 'workflow_not_found' | ReadCode
  }
  /**
   * Show a version of a workflow.
   * Any member · reads · 120 per 60 s
   */
  'show-workflow-version': {
    input: {
      workflowId: string
      version: number
    }
    output: {
      version: WorkflowVersionDetail
    }
    errors: 'version_not_found' | 'workflow_not_found' | ReadCode
  }
  /**
   * Go back to a version of a workflow, as a draft.
   * Replaces the draft of the caller by this version. Nothing is published. Where there is a draft, send its `revision`.
   * Any member · writes · 120 per 60 s
   */
  'restore-workflow-version': {
    input: {
      workflowId: string
      version: number
      /**
       * Of the caller’s own draft; 0: there is none
       * Default: `0`.
       */
      revision?: number | undefined
    }
    output: {
      draft: WorkflowDraft
      troubles: WorkflowTrouble[]
    }
    errors: 'version_not_found' | 'workflow_not_found' | 'draft_changed' | 'workflow_archived' | WriteCode
  }
  /**
   * List what workflows can be made of.
   * Actions that a step may call, events that may start a workflow or end a wait, and the functions of expressions.
   * Any member · reads · 120 per 60 s
   */
  'list-workflow-steps': {
    input: Record<never, never>
    output: {
      actions: WorkflowAction[]
      events: WorkflowEvent[]
      functions: WorkflowFunction[]
    }
    errors: ReadCode
  }
  /**
   * Export a workflow as JSON.
   * The published version, another `version`, or the draft `draftId`. In place of the id of a record of this workspace stands what it is and how it is called, such as `to_map:pipeline:Sales`; it has no credential in it. The shape is `/docs/workflow.schema.json`.
   * Any member · reads · 120 per 60 s
   */
  'export-workflow': {
    input: {
      workflowId: string
      version?: number | undefined
      draftId?: string | undefined
    }
    output: {
      /** Of a file */
      name: string
      workflow: { [name: string]: unknown }
    }
    errors: 'workflow_malformed' | 'draft_not_found' | 'version_not_found' | 'workflow_not_found' | ReadCode
  }
  /**
   * Import a workflow from JSON.
   * Makes a draft, and publishes nothing. Members that are not known are rejected. `to_map` lists what has to be chosen here: people, pipelines, connections.
   * Any member · writes · 120 per 60 s
   */
  'import-workflow': {
    input: {
      /** The workflow: see `/docs/workflow.schema.json`. The steps of a draft may be unfinished */
      workflow: { [name: string]: unknown }
    }
    output: {
      workflow: Workflow
      draft: WorkflowDraft
      to_map: WorkflowMapping[]
      troubles: WorkflowTrouble[]
    }
    errors: 'workflow_malformed' | 'workflow_too_large' | WriteCode
  }
  /**
   * List the templates of workflows.
   * What `create-workflow` makes of one is a draft, with the answers to what the template asks.
   * Any member · reads · 120 per 60 s
   */
  'list-workflow-templates': {
    input: {
      /**
       * Of what the workflows say: the texts of their emails, tasks and questions, and the titles of their steps
       * Default: `"en"`.
       */
      language?: Language | undefined
    }
    output: {
      templates: WorkflowTemplate[]
    }
    errors: ReadCode
  }
  /**
   * Make the webhook address and secret of a workflow, or new ones.
   * Address and secret are shown in this answer and never again. The first time both are made. Later `what` is replaced, and what was there before holds for `overlapHours`, so that the sender can switch at its own pace; 0 revokes it within a second. Rolling again during that time revokes the oldest one. A sender that has a secret of its own takes no other: give it as `secret`. The address starts runs from when a version with a webhook trigger is published.
   * Admins and owners · writes · 20 per 60 s
   */
  'roll-workflow-hook': {
    input: {
      workflowId: string
      /** Default: `"both"`. */
      what?: 'address' | 'secret' | 'both' | undefined
      /**
       * The sender’s own
       * At most 512 characters.
       */
      secret?: string | undefined
      /** Default: `24`. */
      overlapHours?: number | undefined
    }
    output: {
      hook: WorkflowHook
      /** Null where it stays as it is */
      url: string | null
      /** Null where it stays as it is, or is the sender’s own */
      secret: string | null
    }
    errors: 'workflow_not_found' | 'workflow_archived' | WriteCode
  }
  /**
   * Say a schedule in words, with its next times.
   * For a form in which a schedule is written: a cron line or a rule, in its zone.
   * Any member · reads · 600 per 60 s
   */
  'preview-schedule': {
    input: {
      schedule: {
        every?: 'cron' | undefined
        /**
         * Minute, hour, day of the month, month and weekday, such as 0 9 * * 1-5. Named times stand on the wall clock; with * or / in minute or hour it goes by what clocks show, repeated hours included
         * At most 100 characters.
         */
        cron: string
        /** IANA time zone, such as Europe/Berlin */
        zone: string
      } | {
        every: 'day'
        /** HH:MM on the wall clock of the zone */
        at: string
        /** IANA time zone, such as Europe/Berlin */
        zone: string
      } | {
        every: 'weekday'
        /** HH:MM on the wall clock of the zone */
        at: string
        /** IANA time zone, such as Europe/Berlin */
        zone: string
      } | {
        every: 'week'
        on: readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]
        /** HH:MM on the wall clock of the zone */
        at: string
        /** IANA time zone, such as Europe/Berlin */
        zone: string
      } | {
        every: 'month'
        /** Day of the month, or last. In a month without that day: its last one */
        on: number | 'last'
        /** HH:MM on the wall clock of the zone */
        at: string
        /** IANA time zone, such as Europe/Berlin */
        zone: string
      } | {
        every: 'hour'
        /** Of each hour, as clocks show it. Default: 0 */
        minute?: number | undefined
        /** IANA time zone, such as Europe/Berlin */
        zone: string
      } | {
        every: 'minutes'
        /** Elapsed minutes from one start to the next */
        minutes: number
        /** IANA time zone, such as Europe/Berlin */
        zone: string
      }
    }
    output: {
      words: string
      /** The next five; fewer of one that ends */
      next_times: string[]
    }
    errors: ReadCode
  }
  /**
   * List what requests of workflows are sent with.
   * Without their secrets, which nothing answers.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-http-credentials': {
    input: Record<never, never>
    output: {
      credentials: HttpCredential[]
    }
    errors: ReadCode
  }
  /**
   * Save what requests of workflows are sent with.
   * A header with a secret, for one origin: it is sealed, is sent to that origin and to no other, and is never answered. Steps name it as their `connection`. With `credentialId` it is replaced; `value` can be left out where the origin stays.
   * Admins and owners · writes · 120 per 60 s
   */
  'save-http-credential': {
    input: {
      credentialId?: string | undefined
      /** At most 120 characters. */
      name: string
      /**
       * `https://api.example.com`, without a path
       * At most 300 characters.
       */
      origin: string
      /**
       * At most 100 characters.
       * Default: `"Authorization"`.
       */
      header?: string | undefined
      /**
       * The whole value of the header: `Bearer …`
       * At most 4,000 characters.
       */
      value?: string | undefined
    }
    output: {
      success: true
      credential: HttpCredential
    }
    errors: 'credential_header_invalid' | 'credential_origin_invalid' | 'credential_origin_not_allowed' | 'credential_not_found' | 'credential_name_taken' | 'too_many_credentials' | WriteCode
  }
  /**
   * Forget what requests of workflows are sent with.
   * Runs whose next step is sent with it are paused until the step has another one.
   * Admins and owners · writes · 120 per 60 s
   */
  'remove-http-credential': {
    input: {
      credentialId: string
    }
    output: {
      success: true
    }
    errors: 'credential_not_found' | WriteCode
  }
  /**
   * Say whether a step of a run was done.
   * For a step whose state is `uncertain`: its request left, and no answer came. `happened`: the run goes on, with `output` as what was answered. `did_not_happen`: it is done anew, under a key of its own. Who decided, when and why stays with the effect.
   * Admins and owners · writes · 120 per 60 s
   */
  'settle-effect': {
    input: {
      runId: string
      /** The step; not needed where one of the run is uncertain */
      node?: string | undefined
      /**
       * In which iteration, as show-run names it
       * At most 2,000 characters.
       * Default: `""`.
       */
      path?: string | undefined
      outcome: 'happened' | 'did_not_happen'
      /** Of what happened: what the receiver answered, as the `body` of the step */
      output?: unknown
      /**
       * How that is known
       * At most 1,000 characters.
       */
      reason: string
    }
    output: {
      success: true
      status: WorkflowRunState
    }
    errors: 'bad_request' | 'run_not_found' | 'effect_not_uncertain' | 'run_ended' | WriteCode
  }
  /**
   * Let a paused run go on.
   * What it lacked (a connection, a budget, a quota) is looked for again; where it is still not there the run is paused as before. A run that is paused for a step that may have been done goes on with settle-effect.
   * Admins and owners · writes · 120 per 60 s
   */
  'resume-run': {
    input: {
      runId: string
    }
    output: {
      success: true
      status: WorkflowRunState
    }
    errors: 'run_not_found' | 'effect_uncertain' | 'run_ended' | 'run_not_paused' | WriteCode
  }
  /**
   * Start a workflow.
   * Of a workflow that is started by request: with the input that its trigger names, and for a lead, contact or deal where it asks for one. The run goes on in the background: show-run says what it has come to. With an `Idempotency-Key` a repeat gets the same run. Where the workflow has one run of a key at a time it waits for its turn, cancels the older one, or, where others are skipped, answers 409 with `run_id`.
   * Any member · writes · 120 per 60 s
   */
  'execute-workflow': {
    input: {
      workflowId: string
      /** Default: `{}`. */
      input?: { [name: string]: unknown } | undefined
      /** The lead, contact or deal that it is for */
      subjectId?: string | undefined
    }
    output: {
      success: true
      runId: string
      status: WorkflowRunState
    }
    errors: 'bad_request' | 'forbidden' | 'subject_not_found' | 'workflow_not_found' | 'run_under_way' | 'workflow_not_published' | 'too_many_runs' | 'too_many_runs_this_month' | WriteCode
  }
  /**
   * Answer a step that waits for a person.
   * `data` has the fields of its form, and `choice` where it offers several buttons. Of several who answer at once one counts: the others get 409 with who it was, and the same answer again is no other. Without `stepId` the only open step of the run is meant. A wait for a time or an event is ended at once.
   * Any member · writes · 120 per 60 s
   */
  'resume-workflow': {
    input: {
      runId: string
      /** The `id` of the wait, as show-run and list-human-steps name it */
      stepId?: string | undefined
      /** Default: `{}`. */
      data?: { [name: string]: unknown } | undefined
      /**
       * A button; not needed where there is one
       * At most 40 characters.
       */
      choice?: string | undefined
    }
    output: {
      success: true
      status: WorkflowRunState
    }
    errors: 'bad_request' | 'forbidden' | 'run_not_found' | 'step_not_found' | 'already_resumed' | 'run_ended' | 'wait_ended' | WriteCode
  }
  /**
   * Cancel a run of a workflow.
   * In any state: it does nothing more, and what waited in it ends. What has left the house already stays done. A run that has ended is left as it is.
   * Admins and owners · writes · 120 per 60 s
   */
  'cancel-run': {
    input: {
      runId: string
      /**
       * At most 500 characters.
       * Default: `""`.
       */
      reason?: string | undefined
    }
    output: {
      success: true
      /** False where it had ended */
      cancelled: boolean
    }
    errors: 'run_not_found' | WriteCode
  }
  /**
   * Drain what is due now.
   * Workers do what is due in any case. This waits, for 25 seconds at most, until they have done up to `limit` of the runs of workflows and jobs that are due in this workspace now, and no other. `remaining` above 0 at the end: there was more, or no worker runs. Asked twice at once, each piece of work is still done once.
   * Admins and owners · writes · 30 per 60 s
   */
  'process_queue': {
    input: {
      /** Default: `100`. */
      limit?: number | undefined
    }
    output: {
      success: true
      /** Steps and jobs that ended meanwhile, `limit` at most */
      processed: number
      /** Runs and jobs that are still due, or under way; 10,000 stands for that many and more */
      remaining: number
    }
    errors: WriteCode
  }
  /**
   * List runs of workflows.
   * Newest first: all of them, those of one workflow, or those of one lead, contact or deal.
   * Any member · reads · 120 per 60 s
   */
  'list-runs': {
    input: {
      workflowId?: string | undefined
      /** A lead, deal or contact, with what its messages, calls, bookings and invoices started; of a contact also those about its leads and deals */
      subjectId?: string | undefined
      states?: readonly WorkflowRunState[] | undefined
      /**
       * Only those of which an email or a message did not leave, or may not have left
       * Default: `false`.
       */
      unsent?: boolean | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      runs: WorkflowRun[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show a run of a workflow.
   * With each step: what it took and gave, without what is secret or marked as hidden, its tries, what left the house by it and the proof of that, and what it waits for.
   * Any member · reads · 120 per 60 s
   */
  'show-run': {
    input: {
      runId: string
    }
    output: {
      run: WorkflowRun
      /** What started it, as expressions see it; null once it is forgotten */
      trigger: unknown
      /** That of its version: see `/docs/workflow.schema.json` */
      definition: { [name: string]: unknown }
      /** In their order */
      steps: WorkflowStep[]
      /** What its steps took and gave is not kept any more */
      forgotten: boolean
      /** The workflow shows them to admins alone */
      values_hidden: boolean
      /** Runs that led to it, newest first, as far as they are kept */
      causes: WorkflowRun[]
      /** Runs that it started by steps: the newest 100 */
      children: WorkflowRun[]
      /** Replays of it: the newest 100 */
      replays: WorkflowRun[]
      /** Of a replay: effects that a person had done once more, with the reason */
      anew: EffectDoneAnew[]
    }
    errors: 'run_not_found' | ReadCode
  }
  /**
   * Show what a replay of a run would keep and do.
   * Which steps stay as they were, and which effects behind them have left already: they stay done, unless replay-run is asked to do them anew.
   * Any member · reads · 120 per 60 s
   */
  'preview-replay': {
    input: {
      runId: string
      /** Without: from the first step */
      from?: WorkflowRunPlace | undefined
      /**
       * Which version of the workflow the new run has: that of the old one, or the published one
       * Default: `"own"`.
       */
      version?: WorkflowReplayVersion | undefined
    }
    output: {
      version: number
      published_version: number | null
      /** Steps before it, in their order */
      kept: KeptStep[]
      /** What has left behind it and stays done */
      left: WorkflowReplayedEffect[]
    }
    errors: 'run_not_found' | 'run_forgotten' | 'step_not_reached' | 'workflow_not_published' | ReadCode
  }
  /**
   * Replay a run of a workflow from a step.
   * A new run, linked to the old one, on its version or on the published one. It keeps the steps before the chosen one with what they gave, and begins there. What had left stays done: such a step gives what it gave then, and nothing leaves a second time, unless `anew` names it, with a reason. preview-replay says what that is. While the run or a replay of it goes on, 409.
   * Admins and owners · writes · 120 per 60 s
   */
  'replay-run': {
    input: {
      runId: string
      /** Without: from the first step */
      from?: WorkflowRunPlace | undefined
      /**
       * Which version of the workflow the new run has: that of the old one, or the published one
       * Default: `"own"`.
       */
      version?: WorkflowReplayVersion | undefined
      /**
       * Effects that are to leave once more
       * Default: `[]`.
       */
      anew?: readonly {
        /** At most 40 characters. */
        node: string
        /**
         * In which iteration or branch, as show-run names it; empty outside of them
         * At most 1,000 characters.
         * Default: `""`.
         */
        path?: string | undefined
        /** At most 500 characters. */
        reason: string
      }[] | undefined
    }
    output: {
      success: true
      runId: string
      status: WorkflowRunState
    }
    errors: 'bad_request' | 'run_not_found' | 'run_forgotten' | 'run_not_ended' | 'step_not_reached' | 'workflow_not_published' | 'too_many_runs' | 'too_many_runs_this_month' | WriteCode
  }
  /**
   * Let a run that failed or is paused go on.
   * Once its cause is put right: the same run goes on from the step that failed, on its own version, with its tries counted anew. What had left stays done. A run that its own stop step ended did not fail, and one whose effect is `uncertain` waits for a decision about that first: 409.
   * Admins and owners · writes · 120 per 60 s
   */
  'retry-run': {
    input: {
      runId: string
    }
    output: {
      success: true
      status: WorkflowRunState
    }
    errors: 'run_not_found' | 'effect_uncertain' | 'run_forgotten' | 'run_not_ended' | 'run_not_failed' | 'step_not_reached' | WriteCode
  }
  /**
   * Say why a workflow ran, or why not.
   * Of the latest events about a lead, a contact or a deal, or of those that a workflow waits for: which workflows were asked, and what each filter said, with the values it saw. Worked out anew from the log of events and the version that was published then.
   * Any member · reads · 60 per 60 s
   */
  'explain-run': {
    input: {
      /** A lead, a contact or a deal. This, or `workflowId`, or both */
      subjectId?: string | undefined
      workflowId?: string | undefined
      /** Default: `20`. */
      limit?: number | undefined
    }
    output: {
      /** Newest first */
      events: WorkflowExplainedEvent[]
      /**
       * Null: to the beginning of the log
       * RFC 3339.
       */
      looked_back_to: string | null
    }
    errors: 'missing_field' | 'subject_not_found' | 'workflow_not_found' | ReadCode
  }
  /**
   * List workflows that can be started by hand.
   * Those that are published, are started by request, and are open to who asks: for a lead, a contact or a deal, or for none.
   * Any member · reads · 120 per 60 s
   */
  'list-startable-workflows': {
    input: {
      /** Without: those that are for no record */
      subject?: WorkflowRequestSubject | undefined
    }
    output: {
      /** By name; the first 200 */
      workflows: StartableWorkflow[]
    }
    errors: ReadCode
  }
  /**
   * List steps that wait for a person.
   * The oldest first: those that ask you, or all of your role. `whose: "all"` is for admins and keys, and has those of clients too. Answer one with resume-workflow.
   * Any member · reads · 120 per 60 s
   */
  'list-human-steps': {
    input: {
      /**
       * A key has none of its own: it gets all
       * Default: `"mine"`.
       */
      whose?: Whose | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      steps: HumanStep[]
      /** How many there are, counted up to 100 */
      open: number
      next_cursor: string | null
    }
    errors: 'forbidden' | ReadCode
  }
  /**
   * Show a step that waits for a person.
   * Also once it has ended: then with the answer, and who gave it. For those whom it asks, and admins.
   * Any member · reads · 120 per 60 s
   */
  'show-human-step': {
    input: {
      stepId: string
    }
    output: {
      step: HumanStep
    }
    errors: 'forbidden' | 'step_not_found' | ReadCode
  }
  /**
   * Delegate a step to another member.
   * For those whom it asks, and admins. The other member is notified and answers in your place; a link that a client had for it ends. Its reminder, escalation and time stay as they are.
   * Any member · writes · 120 per 60 s
   */
  'delegate-human-step': {
    input: {
      stepId: string
      /** A member */
      personId: string
    }
    output: {
      success: true
    }
    errors: 'forbidden' | 'member_not_found' | 'step_not_found' | 'already_resumed' | 'run_ended' | 'wait_ended' | WriteCode
  }
  /**
   * Show a step by the link of a client.
   * What the public page of a step shows; once it has ended, how.
   * Public · reads · 60 per 60 s
   */
  'show-linked-step': {
    input: {
      /**
       * The last path segment of the link of a step
       * At most 200 characters.
       */
      token: string
      /**
       * The language in which the country of the address is named
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      step: LinkedStep
    }
    errors: 'step_link_unknown' | PublicCode
  }
  /**
   * Answer a step by the link of a client.
   * The link is the proof, for this one step. `data` and `choice` are as in resume-workflow; the same answer again changes nothing.
   * Public · writes · 20 per 60 s
   */
  'answer-linked-step': {
    input: {
      /**
       * The last path segment of the link of a step
       * At most 200 characters.
       */
      token: string
      /** Default: `{}`. */
      data?: { [name: string]: unknown } | undefined
      /** At most 40 characters. */
      choice?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'bad_request' | 'step_link_unknown' | 'already_resumed' | 'run_ended' | 'wait_ended' | PublicCode
  }
  /**
   * Rehearse a workflow on history.
   * Plays a draft, or a version, on the events that were recorded in a time, by default the last 30 days: how often it had run, for whom, what had left when, with each text. Waits pass in virtual time. Nothing is sent and nothing is written: a step outside answers as it really did the last time, else with an example; actions that only read answer what is there today; people choose the first choice, or what `choices` names. The answer comes at once; `show-rehearsal` shows how far it is, and the report with the difference to the published version.
   * Any member · writes · 120 per 60 s
   */
  'rehearse-workflow': {
    input: {
      workflowId: string
      /** A draft; without it and `version` the published version */
      draftId?: string | undefined
      version?: number | undefined
      /**
       * Without it 30 days before `to`
       * RFC 3339.
       */
      from?: string | undefined
      /**
       * Without it now
       * RFC 3339.
       */
      to?: string | undefined
      /**
       * How people answer, by step: a choice, or `timeout`
       * Default: `{}`.
       */
      choices?: { [name: string]: string } | undefined
    }
    output: {
      rehearsal: Rehearsal
    }
    errors: 'bad_request' | 'workflow_has_troubles' | 'draft_not_found' | 'version_not_found' | 'workflow_not_found' | 'workflow_not_published' | 'too_many_rehearsals' | WriteCode
  }
  /**
   * Show a rehearsal.
   * How far it has come; when it is over, the report, and person by person what had left. What differs from the published version comes first.
   * Any member · reads · 600 per 60 s
   */
  'show-rehearsal': {
    input: {
      rehearsalId: string
      /** Only people with this difference */
      change?: RehearsalChange | undefined
      /** Only people for whom a run had failed */
      failed?: boolean | undefined
      /** The place of the last person of the page before */
      after?: number | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      rehearsal: Rehearsal
      people: RehearsalPerson[]
      next_after: number | null
    }
    errors: 'rehearsal_not_found' | ReadCode
  }
  /**
   * List rehearsals of a workflow.
   * Newest first. They are kept for seven days.
   * Any member · reads · 120 per 60 s
   */
  'list-rehearsals': {
    input: {
      workflowId: string
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      rehearsals: Rehearsal[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Try one step of a workflow.
   * Does one step of a draft as a run would, and nothing else: on values that are given, else on those of the last run that came to it, else on the newest event and on what a rehearsal makes up. Nothing is sent and nothing is written: an action that only reads answers what is there today, what leaves answers as it really did the last time, else with an example. The rest of the draft may be unfinished.
   * Any member · reads · 120 per 60 s
   */
  'try-workflow-step': {
    input: {
      workflowId: string
      /** The step */
      node: string
      /** As it is written now; without it what `draftId` or `version` names */
      definition?: { [name: string]: unknown } | undefined
      /** Without it, `definition` and `version` the caller’s own draft, else the published version */
      draftId?: string | undefined
      version?: number | undefined
      /** The run whose values are taken; without it the newest that came to the step */
      runId?: string | undefined
      /**
       * Values in place of those that are looked up
       * Default: `{}`.
       */
      given?: {
        trigger?: unknown
        /** By step, what it gave */
        steps?: { [name: string]: unknown } | undefined
        vars?: { [name: string]: unknown } | undefined
        /** Of the loop that the step is in */
        item?: unknown
        index?: number | undefined
      } | undefined
      /** How a person answers: a choice, or `timeout` */
      choice?: string | undefined
    }
    output: {
      trial: WorkflowTrial
    }
    errors: 'bad_request' | 'workflow_has_troubles' | 'workflow_malformed' | 'workflow_too_large' | 'draft_not_found' | 'run_not_found' | 'version_not_found' | 'workflow_not_found' | ReadCode
  }
  /**
   * List connected accounts and available providers.
   * With the state of each in words, and its last call. Credentials are never shown again.
   * Any member · reads · 120 per 60 s
   */
  'list-connections': {
    input: Record<never, never>
    output: {
      connections: Connection[]
      available: AvailableProvider[]
    }
    errors: ReadCode
  }
  /**
   * Connect a provider account with an API key, or replace the key.
   * The key is tested with a call that changes nothing; it is stored, encrypted, only if the provider accepts it. A new key of the same account and kind (live or test) replaces the old one: the connection keeps its id, and its webhook its address. A different account (as reported by the provider), or a change from test to live or away from the sandbox, creates a new connection and disconnects the old one. Razorpay does not report the account: a new key belongs to the same account if it can read an order that the old key created.
   * Admins and owners · writes · 20 per 60 s
   */
  'connect-provider': {
    input: {
      provider: ProviderName
      /** Named as in `fields` of list-connections */
      credentials: { [name: string]: string }
    }
    output: {
      success: true
      connection: Connection
    }
    errors: 'credentials_malformed' | 'credentials_refused' | 'missing_field' | 'provider_is_crm' | 'provider_wants_consent' | 'conflict' | 'provider_unreachable' | WriteCode
  }
  /**
   * Use the sandbox instead of a provider.
   * No request leaves this machine, and no money is real. A payment provider that is not connected uses the sandbox on first use anyway; this connects it now.
   * Admins and owners · writes · 120 per 60 s
   */
  'connect-sandbox': {
    input: {
      provider: ProviderName
    }
    output: {
      success: true
      connection: Connection
    }
    errors: 'provider_is_crm' | 'provider_wants_consent' | 'connection_exists' | 'sandbox_is_off' | WriteCode
  }
  /**
   * List the connections to providers.
   * Disconnected ones are listed for another 30 days. list-connections returns more details.
   * Any member · reads · 120 per 60 s
   */
  'integration-connections': {
    input: {
      orgId: string
    }
    output: {
      connections: Integration[]
    }
    errors: ReadCode
  }
  /**
   * Test a connection with a call that changes nothing.
   * A rejection or a timeout is also a result: `success` is then false, and `error` says why.
   * Any member · writes · 20 per 60 s
   */
  'integration-test': {
    input: {
      connectionId: string
      orgId: string
    }
    output: {
      success: boolean
      /** Null when no call was made */
      latency_ms: number | null
      /** The account, as the provider names it */
      account: string | null
      error: string | null
    }
    errors: 'connection_not_found' | WriteCode
  }
  /**
   * Disconnect a provider account.
   * The credentials are deleted at once, and an OAuth consent is revoked at its service. The credentials of a payment provider are kept while its checkouts can still be paid: Stripe checkouts are closed first; Razorpay orders, which cannot be closed, are polled for up to a week after a payer last opened them. Payments that arrive meanwhile are recorded. `immediately` deletes the credentials anyway, and later payments are not noticed. What was done over the connection is kept, and its list of calls for a while. A second call does nothing.
   * Admins and owners · writes · 120 per 60 s
   */
  'integration-disconnect': {
    input: {
      connectionId: string
      orgId: string
      /** Default: `false`. */
      immediately?: boolean | undefined
    }
    output: {
      success: true
      /** Number of checkouts that can still be paid and are closed or polled */
      open_checkouts: number
    }
    errors: 'connection_not_found' | WriteCode
  }
  /**
   * List the API calls made over a connection.
   * Newest first, the last 1,000 API calls of the last 30 days. Request and response bodies are not stored.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-provider-calls': {
    input: {
      connectionId: string
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      calls: ProviderCall[]
      next_cursor: string | null
    }
    errors: 'connection_not_found' | ReadCode
  }
  /**
   * Begin to connect an account by consent.
   * Redirect the user to `authorizeUrl`. The service redirects back to `/functions/v1/integration-callback`, which stores the tokens and continues to Settings → Connections. `state` is valid once, for ten minutes, for the same user in the same browser. Without `scopes`, those that Foyer uses are requested; the scopes that identify the account are always included.
   * Admins and owners · writes · 30 per 60 s
   */
  'integration-init-oauth': {
    input: {
      provider: ProviderName
      orgId: string
      /** The caller’s own id: a user can only consent for themselves */
      userId: string
      scopes?: readonly string[] | undefined
      /** A use in place of `scopes`: its own are asked for beside those that the account has allowed already. `task`: what save-service-rule has the service do */
      wants?: readonly ('documents' | 'reviews' | 'task')[] | undefined
      /**
       * Of a service where each account has an address of its own, the name in it: `shop` of shop.myshopify.com
       * At most 63 characters.
       */
      instance?: string | undefined
      /**
       * `sandbox`: a developer account of DocuSign. Other services have none
       * Default: `"production"`.
       */
      environment?: ConsentEnvironment | undefined
      /**
       * A path of this app, where the browser goes afterwards; Settings → Connections without one
       * At most 500 characters.
       */
      returnTo?: string | undefined
    }
    output: {
      authorizeUrl: string
      state: string
    }
    errors: 'consent_step_unknown' | 'instance_invalid' | 'missing_field' | 'provider_is_crm' | 'provider_wants_key' | 'return_address_invalid' | 'foreign_person' | 'provider_not_set_up' | WriteCode
  }
  /**
   * Complete the OAuth consent of a connection.
   * Where a service sends the browser back to. A GET shows a page that posts what came; the POST does the work and goes on to Settings → Connections. A program may post the same as JSON, there or to the gateway. What does not belong to a consent that this person began in this browser in the last ten minutes is refused, and nothing is stored.
   * Any member · writes · 30 per 60 s
   */
  'integration-callback': {
    input: {
      /** At most 4,096 characters. */
      state: string
      /** At most 4,096 characters. */
      code?: string | undefined
      /**
       * The issuer identifier of the service (RFC 9207)
       * At most 4,096 characters.
       */
      iss?: string | undefined
      /**
       * Why there is no code
       * At most 4,096 characters.
       */
      error?: string | undefined
      /**
       * The company that was chosen (QuickBooks)
       * At most 4,096 characters.
       */
      realmId?: string | undefined
      /**
       * The host of the shop (Shopify)
       * At most 4,096 characters.
       */
      shop?: string | undefined
      /**
       * The signature of all of it (Shopify)
       * At most 4,096 characters.
       */
      hmac?: string | undefined
      /**
       * Signed with the rest (Shopify)
       * At most 4,096 characters.
       */
      timestamp?: string | undefined
      /**
       * Signed with the rest (Shopify)
       * At most 4,096 characters.
       */
      host?: string | undefined
    }
    output: {
      success: true
      connection: ConsentedConnection
      /** A path of this app, where the browser goes afterwards */
      return_to: string | null
    }
    errors: 'consent_denied' | 'consent_failed' | 'consent_unknown' | 'forbidden' | 'provider_refuses_client' | 'provider_failed' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * Renew the token of a connection.
   * Foyer renews tokens automatically a minute before they expire; this does it now, as a test. Calls during a renewal, or within ten seconds after it, get the same result: twenty concurrent calls make one request.
   * Admins and owners · writes · 120 per 60 s
   */
  'integration-refresh': {
    input: {
      connectionId: string
      orgId: string
    }
    output: {
      success: true
      /** RFC 3339. */
      expires_at: string | null
    }
    errors: 'connection_not_found' | 'connection_needs_consent' | 'provider_unreachable' | WriteCode
  }
  /**
   * Show the workspace’s own OAuth client at a service, and how to register one.
   * Owners · reads · 120 per 60 s
   */
  'show-oauth-client': {
    input: {
      provider: ProviderName
    }
    output: {
      client: ServiceClient
    }
    errors: 'provider_wants_key' | ReadCode
  }
  /**
   * Save the workspace’s own OAuth client at a service.
   * Consents are then asked with this client in place of the operator’s. Its secret is stored encrypted and never shown again. A new secret of the same client also takes effect for accounts that were connected with it; without `clientSecret`, the saved one stays. Accounts that were connected with another client keep renewing their tokens with that one until they are connected again. Register the `redirect_uri` of show-oauth-client at the service.
   * Owners · writes · 120 per 60 s
   */
  'save-oauth-client': {
    input: {
      provider: ProviderName
      clientId: string
      clientSecret?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'missing_field' | 'provider_wants_key' | WriteCode
  }
  /**
   * Remove the workspace’s own OAuth client at a service.
   * Its secret is deleted. Accounts that were connected with it need to be connected again, with the operator’s client or another one. Those that were connected with another client go on. Where there is none, nothing happens.
   * Owners · writes · 120 per 60 s
   */
  'remove-oauth-client': {
    input: {
      provider: ProviderName
    }
    output: {
      success: true
      /** How many accounts need to be connected again */
      to_reconnect: number
    }
    errors: WriteCode
  }
  /**
   * Connect your mail and calendar account.
   * Every member connects their own; it is `personal` until its owner makes it a team mailbox. `google`: redirect the member to `authorizeUrl`; afterwards the browser goes on to `returnTo`. `wants` asks for the calendar, the mail, or both: a calendar without mail is possible, and mail can be added later. `imap`: any server that speaks IMAP, SMTP and CalDAV. Each is signed in to before anything is stored, over TLS only; what was typed is encrypted, and is replaced by connecting the same address again. `find-mail-servers` proposes them.
   * Any member · writes · 20 per 60 s
   */
  'connect-mailbox': {
    input: {
      provider: 'google' | 'imap'
      /**
       * `google` only
       * Default: `["calendar","mail"]`.
       */
      wants?: readonly ('calendar' | 'mail')[] | undefined
      /**
       * A path of this app; `google` only
       * At most 500 characters.
       * Default: `"/settings/mailboxes"`.
       */
      returnTo?: string | undefined
      /**
       * The address of the mailbox; `imap` only
       * At most 254 characters.
       */
      email?: string | undefined
      /** Where mail is read. Ports 993, or 143 with STARTTLS */
      imap?: {
        /** At most 253 characters. */
        host: string
        port: number
        /** At most 320 characters. */
        user: string
        /** At most 1,000 characters. */
        password: string
      } | undefined
      /** Where mail is sent. Ports 465, or 587 with STARTTLS. Without it mail is read only */
      smtp?: {
        /** At most 253 characters. */
        host: string
        port: number
        /** At most 320 characters. */
        user: string
        /** At most 1,000 characters. */
        password: string
      } | undefined
      /** The calendar: an https address of the server, of a principal, or of a calendar */
      caldav?: {
        /** At most 500 characters. */
        url: string
        /** At most 320 characters. */
        user: string
        /** At most 1,000 characters. */
        password: string
      } | undefined
    }
    output: {
      authorizeUrl: string
      state: string
    } | {
      success: true
      mailbox: {
        id: string
        email: string
        kind: MailboxKind
        status: 'connected'
        synced_at: null
      }
    }
    errors: 'mail_login_refused' | 'mail_server_failed' | 'missing_field' | 'return_address_invalid' | 'mailbox_taken' | 'provider_not_set_up' | WriteCode
  }
  /**
   * Propose the servers of an address.
   * As the address’s domain names them (SRV records; `.well-known/caldav` for the calendar), or under the usual names. Only servers that answer are proposed, and neither a user name nor a password is sent. A proposal is to be looked at before a password is typed.
   * Any member · reads · 20 per 60 s
   */
  'find-mail-servers': {
    input: {
      /** At most 254 characters. */
      email: string
    }
    output: {
      /** Where mail is read */
      imap: ServerPlace | null
      /** Where mail is sent */
      smtp: ServerPlace | null
      /** The calendar */
      caldav: string | null
    }
    errors: ReadCode
  }
  /**
   * List the mailboxes you can use.
   * Your own, and those of the team, with their state in words and times. The mailboxes of other members are not listed, for owners of the workspace neither.
   * Any member · reads · 120 per 60 s
   */
  'list-mailboxes': {
    input: Record<never, never>
    output: {
      mailboxes: Mailbox[]
    }
    errors: ReadCode
  }
  /**
   * Change a mailbox: with whom it is shared, and its signature.
   * Only its owner can. `kind: team` lets every member read and answer its mail. `shares` is what colleagues see of a personal mailbox’s mail with a contact: its time only, its subject, or all of it.
   * Any member · writes · 120 per 60 s
   */
  'update-mailbox': {
    input: {
      mailboxId: string
      kind?: MailboxKind | undefined
      shares?: MailboxShares | undefined
      /** Addresses and domains. Of a personal mailbox, mail with them is never shown to others. A mailbox of the team is read by every member, whatever is on this list: there, mail with them is in no conversation and makes no contact */
      excludes?: readonly string[] | undefined
      /**
       * HTML that stands below what is written in this mailbox; elements that could act are left out
       * At most 10,000 characters.
       */
      signature?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'mailbox_not_found' | WriteCode
  }
  /**
   * Show what disconnecting your mailbox would remove.
   * Changes nothing. For its owner, before `disconnect-mailbox`: how many emails its copy has, and how many wait to be sent and would not be.
   * Any member · reads · 120 per 60 s
   */
  'preview-mailbox-disconnect': {
    input: {
      mailboxId: string
    }
    output: {
      /** In the copy of its mail, which is removed */
      copied_emails: number
      /** That wait to be sent, and are not sent any more */
      waiting_emails: number
    }
    errors: 'mailbox_not_found' | ReadCode
  }
  /**
   * Disconnect your mailbox.
   * Only its owner can. The tokens are deleted at once and revoked at the provider, and the copies of its calendars and of its mail are removed: conversations keep the emails of a team mailbox, and those of a personal one leave them. Emails that wait to be sent are not sent (`preview-mailbox-disconnect` counts them). Meetings that were booked stay, and so do their events in the calendar.
   * Any member · writes · 120 per 60 s
   */
  'disconnect-mailbox': {
    input: {
      mailboxId: string
    }
    output: {
      success: true
    }
    errors: 'mailbox_not_found' | WriteCode
  }
  /**
   * List the AI models, with their prices.
   * What Foyer knows of them, and over that what an owner said. Others can be named too; of those no price is known.
   * Any member · reads · 120 per 60 s
   */
  'list-ai-models': {
    input: Record<never, never>
    output: {
      models: AiModel[]
      /** What is asked where none is named */
      default_model: string
      /** Who is asked where the first cannot answer, in order */
      fallbacks: AiProvider[]
      /** What no provider sees, besides card numbers */
      masks: {
        emails: boolean
        phones: boolean
        /** IBANs */
        bank: boolean
        /** Own patterns: `#` is a digit, `*` letters and digits, such as `KD-####` */
        own: string[]
      }
      /** A reply is drafted whenever a customer writes */
      drafts_ahead: boolean
      /** So long conversations with the assistant are kept */
      transcript_days: number
    }
    errors: ReadCode
  }
  /**
   * Choose the default AI model, who is asked when it cannot answer, what no provider sees, whether replies are drafted ahead, and how long conversations are kept.
   * Admins and owners · writes · 120 per 60 s
   */
  'set-ai-defaults': {
    input: {
      /**
       * Null is the operator’s
       * At most 100 characters.
       */
      defaultModel?: string | null | undefined
      /** In the order in which they are asked; none is asked that is not listed */
      fallbacks?: readonly AiProvider[] | undefined
      /** What no provider sees: a token such as `[EMAIL_1]` stands in its place. Card numbers never leave */
      masks?: {
        emails: boolean
        phones: boolean
        /** IBANs */
        bank: boolean
        /** Own patterns: `#` is a digit, `*` letters and digits, such as `KD-####` */
        own: readonly string[]
      } | undefined
      /** Draft a reply whenever a customer writes, for the member who answers them; it is billed like one that is asked for */
      draftsAhead?: boolean | undefined
      /** So long conversations with the assistant are kept after their last word, and texts of drafts and summaries after they were made. 0: what there is goes at once; later a conversation or a summary goes as the next of its person begins, a draft as it is sent, discarded or made anew, and what is left at night */
      transcriptDays?: number | undefined
    }
    output: {
      success: true
    }
    errors: 'model_not_supported' | WriteCode
  }
  /**
   * Say what an AI model costs and takes in, or switch it off.
   * Over what Foyer knows of it, which null brings back. Calls that are under way keep the price that they began with.
   * Owners · writes · 120 per 60 s
   */
  'save-ai-model': {
    input: {
      /** At most 100 characters. */
      model: string
      provider: AiProvider
      /** A token, in 10⁻⁹ US dollars: a price of $2 a million tokens is 2000 */
      inputNano?: number | null | undefined
      cachedNano?: number | null | undefined
      outputNano?: number | null | undefined
      contextTokens?: number | null | undefined
      maxOutputTokens?: number | null | undefined
      enabled?: boolean | undefined
    }
    output: {
      success: true
      model: AiModel
    }
    errors: 'ai_price_incomplete' | 'model_not_supported' | WriteCode
  }
  /**
   * Set what AI may cost by day or month.
   * Of the workspace, a person or a feature, on the workspace’s clock. Before each call the most that it can cost is reserved in all budgets that apply; a call that does not fit is refused with 402. `limitNano` null takes a budget away; 0 allows nothing. What was spent in the period before counts.
   * Owners · writes · 120 per 60 s
   */
  'set-ai-budget': {
    input: {
      scope: AiBudgetScope
      /**
       * Of the person, or the name of the feature
       * At most 100 characters.
       */
      id?: string | undefined
      period: AiBudgetPeriod
      /** In 10⁻⁹ US dollars: 20 dollars are 20000000000 */
      limitNano: number | null
    }
    output: {
      success: true
      /** Null where it was taken away */
      budget: AiBudget | null
    }
    errors: 'budget_subject_unknown' | WriteCode
  }
  /**
   * Show what AI did and cost.
   * By day, person, feature, model or provider, on the workspace’s clock. Members see their own; admins all of it, with the budgets.
   * Any member · reads · 120 per 60 s
   */
  'show-ai-usage': {
    input: {
      /** The first day, on the workspace’s clock like each of them */
      from?: string | undefined
      /** The last day; today unless said */
      to?: string | undefined
      /**
       * So many up to the last one, where `from` is not said
       * Default: `30`.
       */
      days?: number | undefined
      /** By day unless said */
      groupBy?: AiUsageGroup | undefined
    }
    output: {
      rows: AiUsageRow[]
      total: AiUsageRow
      /** As they stand now; of a member their own */
      budgets: AiBudget[]
      from: string
      to: string
    }
    errors: ReadCode
  }
  /**
   * List calls of AI models, with what each cost.
   * The ledger, newest first: one row a call, never changed, without a word of what was asked. Its sums are those of `show-ai-usage`.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-ai-calls': {
    input: {
      feature?: AiFeature | undefined
      personId?: string | undefined
      /** At most 100 characters. */
      model?: string | undefined
      outcome?: AiOutcome | undefined
      /**
       * `next_cursor` of the page before
       * At most 100 characters.
       */
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      calls: AiCall[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Correct what an AI call cost.
   * Of a call whose cost was estimated, once, when the provider’s bill is known. The ledger’s row stays as it is: a row of its own says the difference and the reason, and budgets and usage count it.
   * Owners · writes · 120 per 60 s
   */
  'correct-ai-call': {
    input: {
      callId: string
      /** What it did cost, in 10⁻⁹ of its currency */
      costNano: number
      /** At most 500 characters. */
      reason: string
    }
    output: {
      success: true
    }
    errors: 'ai_call_not_found' | 'ai_call_not_correctable' | WriteCode
  }
  /**
   * List the webhooks of the workspace and the available event types.
   * Webhooks follow Standard Webhooks (standardwebhooks.com). The format of a delivery, its verification and the retries are described under Webhook events in this reference.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-webhooks': {
    input: Record<never, never>
    output: {
      webhooks: Webhook[]
      event_types: WebhookEventType[]
    }
    errors: ReadCode
  }
  /**
   * Create a webhook.
   * The response contains the signing secret in `secret`. It is shown only once and stored encrypted. Events from now on are posted to `url`, and retried until the endpoint responds with 2xx. A workspace can have 50 webhooks.
   * Admins and owners · writes · 20 per 60 s
   */
  'create-webhook': {
    input: {
      /**
       * Where to post: https, or what the operator allows
       * At most 2,048 characters.
       */
      url: string
      /** At most 255 characters. */
      description?: string | undefined
      /** Event types to send; an empty list means all */
      eventTypes?: readonly WebhookEventName[] | undefined
      /** Also send each contact and deal that a CRM sync creates or changes, as `contact.changed` and `deal.changed` with `cause` `import`, after the sync; false by default. A few wait at a time: a large sync takes as long as the endpoint takes. */
      includeImports?: boolean | undefined
    }
    output: {
      webhook: Webhook
      /** `whsec_…`, for the Standard Webhooks libraries */
      secret: string
    }
    errors: 'webhook_url_invalid' | 'webhook_url_not_allowed' | 'webhook_url_not_https' | 'too_many_webhooks' | WriteCode
  }
  /**
   * Update, turn off or turn on a webhook.
   * Omitted fields keep their values. A webhook that is turned off gets no events, and its queued deliveries fail; after turning it on again, `recover-webhook` sends what it missed.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-webhook': {
    input: {
      webhookId: string
      /**
       * Where to post: https, or what the operator allows
       * At most 2,048 characters.
       */
      url?: string | undefined
      /** At most 255 characters. */
      description?: string | undefined
      /** Event types to send; an empty list means all */
      eventTypes?: readonly WebhookEventName[] | undefined
      /** Also send each contact and deal that a CRM sync creates or changes, as `contact.changed` and `deal.changed` with `cause` `import`, after the sync; false by default. A few wait at a time: a large sync takes as long as the endpoint takes. */
      includeImports?: boolean | undefined
      state?: WebhookState | undefined
    }
    output: {
      webhook: Webhook
    }
    errors: 'webhook_of_service' | 'webhook_url_invalid' | 'webhook_url_not_allowed' | 'webhook_url_not_https' | 'webhook_not_found' | WriteCode
  }
  /**
   * Remove a webhook and its deliveries.
   * Admins and owners · writes · 120 per 60 s
   */
  'remove-webhook': {
    input: {
      webhookId: string
    }
    output: {
      success: true
    }
    errors: 'webhook_not_found' | WriteCode
  }
  /**
   * Roll the signing secret of a webhook.
   * For `overlapHours`, every body is also signed with the old secret (two signatures in `webhook-signature`), so that the receiver can switch at its own pace; 0 revokes the old one at once. Rolling again during that time revokes the oldest one.
   * Admins and owners · writes · 20 per 60 s
   */
  'roll-webhook-secret': {
    input: {
      webhookId: string
      /** Default: `24`. */
      overlapHours?: number | undefined
    }
    output: {
      webhook: Webhook
      secret: string
    }
    errors: 'webhook_of_service' | 'webhook_not_found' | WriteCode
  }
  /**
   * Send a test event to a webhook.
   * Sends an event of the type `foyer.test`, signed, delivered and retried like any other, whichever event types are selected. It is queued when this returns: check it with `show-webhook-delivery`.
   * Admins and owners · writes · 20 per 60 s
   */
  'test-webhook': {
    input: {
      webhookId: string
    }
    output: {
      delivery: WebhookDelivery
    }
    errors: 'webhook_not_found' | 'webhook_disabled' | WriteCode
  }
  /**
   * List the deliveries of a webhook.
   * Newest first, including queued ones; kept for 30 days.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-webhook-deliveries': {
    input: {
      webhookId: string
      state?: WebhookDeliveryState | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      deliveries: WebhookDelivery[]
      next_cursor: string | null
    }
    errors: 'webhook_not_found' | ReadCode
  }
  /**
   * Show a webhook delivery with its body and attempts.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-webhook-delivery': {
    input: {
      webhookDeliveryId: string
    }
    output: {
      delivery: WebhookDeliveryDetail
    }
    errors: 'webhook_delivery_not_found' | ReadCode
  }
  /**
   * Replay a webhook delivery.
   * Sends the same body with the same `webhook-id` now, with a new set of attempts, whatever its state. A receiver that has already processed it can tell by the id.
   * Admins and owners · writes · 120 per 60 s
   */
  'replay-webhook-delivery': {
    input: {
      webhookDeliveryId: string
    }
    output: {
      delivery: WebhookDelivery
    }
    errors: 'webhook_delivery_not_found' | 'webhook_disabled' | WriteCode
  }
  /**
   * Send a webhook all events that it missed.
   * Failed deliveries since then are sent again, and events from before the webhook existed or while it was off are sent for the first time; at most 14 days back. One call queues up to 2,000 deliveries; with `more: true`, call again for the rest. Records of CRM syncs that ended since then are queued little by little, where the webhook includes them, and are not counted.
   * Admins and owners · writes · 20 per 60 s
   */
  'recover-webhook': {
    input: {
      webhookId: string
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      since: string
    }
    output: {
      success: true
      /** Number of deliveries queued */
      queued: number
      /** More remain than one call queues */
      more: boolean
    }
    errors: 'bad_request' | 'webhook_not_found' | 'webhook_disabled' | WriteCode
  }
  /**
   * Ask a connected service to do something when something happens here.
   * A rule is a webhook whose receiver is a connected account: `service` of list-webhooks. Each event is delivered once, retried over three days while it is certain that the service did nothing, and otherwise fails with the reason; list-webhook-deliveries, replay-webhook-delivery, test-webhook, update-webhook and remove-webhook take its id. With `webhookId` a rule is changed.
   * Admins and owners · writes · 30 per 60 s
   */
  'save-service-rule': {
    input: {
      connectionId: string
      webhookId?: string | undefined
      /** Event types to send; an empty list means all */
      eventTypes: readonly WebhookEventName[]
      /** At most 255 characters. */
      description?: string | undefined
      /** The answers to what the task asks for */
      asked: { [name: string]: string }
      /**
       * With `{{name}}`, `{{email}}` for members of the event’s data. Null: all of it, a line each
       * At most 2,000 characters.
       */
      text?: string | null | undefined
      /** Default: `[]`. */
      columns?: readonly {
        /**
         * As the service has it
         * At most 200 characters.
         */
        name: string
        /**
         * What is written in it: text with `{{name}}`, `{{email}}` for members of the event’s data
         * At most 2,000 characters.
         */
        value: string
      }[] | undefined
    }
    output: {
      webhook: Webhook
    }
    errors: 'missing_field' | 'service_does_nothing' | 'task_answer_invalid' | 'template_name_unknown' | 'connection_not_found' | 'webhook_not_found' | 'task_not_allowed' | 'too_many_webhooks' | WriteCode
  }
  /**
   * Show what a service can be asked to do, and what it has to be told for that.
   * Any member · reads · 120 per 60 s
   */
  'show-service-task': {
    input: {
      provider: ProviderName
    }
    output: {
      task: ServiceTask
      event_types: RuleEventType[]
    }
    errors: 'service_does_nothing' | ReadCode
  }
  /**
   * List your notices.
   * Newest first; each user sees notices that their role can act on, without the topics that they turned off in the app, and has their own read mark.
   * Any member · reads · 120 per 60 s
   */
  'list-notices': {
    input: {
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      notices: Notice[]
      unread: number
      /** Whether an open page plays a sound when there is a new one */
      sound: boolean
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Mark notices as read.
   * Marks everything up to and including the notice as read, for the caller only.
   * Any member · writes · 120 per 60 s
   */
  'mark-notices-read': {
    input: {
      noticeId: string
    }
    output: {
      success: true
      unread: number
    }
    errors: 'notice_not_found' | WriteCode
  }
  /**
   * List the audit log.
   * Every call that changed something, newest first, including those rejected after authentication, and failed sign-ins for members: who, what, when, from where, and the outcome. Entries are append-only.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-audit': {
    input: {
      personId?: string | undefined
      /** At most 64 characters. */
      action?: string | undefined
      outcome?: AuditOutcome | undefined
      /**
       * At or after
       * RFC 3339.
       */
      from?: string | undefined
      /**
       * Before
       * RFC 3339.
       */
      to?: string | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      entries: AuditEntry[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show where files are kept and how they are.
   * How many files the workspace keeps, in which place, when each was last read whole and compared with its SHA-256, and which are not what was stored. While the operator moves files to another place, `in_old_place` becomes smaller; they are read wherever they are.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-files': {
    input: Record<never, never>
    output: {
      /** Where new files go: a folder of the server, or an S3 bucket */
      place: FilesPlace
      files: number
      bytes: number
      kinds: FilesCount[]
      /** Files that are not yet where new ones go */
      in_old_place: {
        files: number
        bytes: number
      }
      checks: {
        /**
         * Of the file that was read longest ago; each is within 30 days
         * RFC 3339.
         */
        oldest_at: string | null
        /** RFC 3339. */
        newest_at: string | null
        damaged: number
      }
      /** The newest 50 */
      damaged: DamagedFile[]
    }
    errors: ReadCode
  }
  /**
   * List background work.
   * Jobs that are queued, running or dead (all attempts failed), webhook events that could not be processed, and events for which a reaction failed, newest first, with the reason and the next attempt. Completed work is not listed; dead jobs are kept for 90 days. `decided` contains the latest decisions of members about such work.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-background-work': {
    input: {
      /** waiting · running · held: after a restore, until an owner releases it (`release-held-work`) · dead: a job or an event whose attempts are used up · failed: a webhook event that could not be processed */
      state?: BackgroundJobState | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      work: BackgroundJob[]
      counts: {
        waiting: number
        running: number
        held: number
        dead: number
        failed: number
      }
      /** What needs a person and is listed elsewhere: runs of workflows in list-runs. 1,001 stands for more than 1,000 */
      elsewhere: WorkElsewhere[]
      decided: BackgroundJobDecision[]
      /**
       * The last sign of a worker, to ten seconds. If that is minutes ago, no worker is running
       * RFC 3339.
       */
      worker_seen_at: string | null
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show one item of background work.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-background-work': {
    input: {
      workId: string
    }
    output: {
      work: BackgroundJob
    }
    errors: 'work_not_found' | ReadCode
  }
  /**
   * Retry background work.
   * A dead job is queued again with a new set of attempts, as a new job with the same data; a job waiting for its next attempt runs now; a webhook event that could not be processed is processed again, and so is an event for which a reaction failed. Two calls run it once. External calls use their original idempotency keys, so the provider recognizes a repeat.
   * Admins and owners · writes · 60 per 60 s
   */
  'replay-background-work': {
    input: {
      workId: string
    }
    output: {
      success: true
    }
    errors: 'work_not_found' | 'work_held' | 'work_under_way' | 'work_unknown' | WriteCode
  }
  /**
   * Discard background work.
   * Applies to a dead job, a job waiting for its next attempt, work held after a restore, a webhook event that could not be processed, or an event for which a reaction failed. It is never executed; the reason is stored with the decision. A discarded webhook event stays stored, so that the provider’s repeat of it is recognized; events that waited for a discarded one continue.
   * Admins and owners · writes · 60 per 60 s
   */
  'drop-background-work': {
    input: {
      workId: string
      /** At most 500 characters. */
      reason: string
    }
    output: {
      success: true
    }
    errors: 'work_not_found' | 'work_not_stopped' | 'work_under_way' | WriteCode
  }
  /**
   * List work held after a restore.
   * A restored backup holds all outgoing work that was due or queued at the time of the backup, as it may have been sent since: emails, messages, webhooks, polling of payments and calls, and AI drafts. `held` has one entry per kind until an owner releases it; it is empty when nothing is held. Work created after the restore is not held, with one exception: receipts wait as long as emails do.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-held-work': {
    input: Record<never, never>
    output: {
      held: HeldWork[]
      /**
       * When the backup was restored
       * RFC 3339.
       */
      held_at: string | null
      /** Whether the caller is an owner, who can release it */
      may_release: boolean
      /**
       * When the backup was made: Foyer does not know what was sent after that
       * RFC 3339.
       */
      state_of: string | null
    }
    errors: ReadCode
  }
  /**
   * Release work held after a restore.
   * The held work of these kinds is sent now, each item once and with its original idempotency key, so that a provider or receiver that stores keys recognizes repeats. Mail servers do not: an email sent before the restore arrives a second time. A kind that is not held counts 0. This cannot be undone.
   * Owners · writes · 30 per 60 s
   */
  'release-held-work': {
    input: {
      kinds: readonly HeldWorkKind[]
    }
    output: {
      success: true
      released: ReleasedWork[]
    }
    errors: WriteCode
  }
  /**
   * List outgoing emails.
   * Newest first: queued, sent and failed emails, with the reason. Their content is not shown. Sent and failed emails are kept for 90 days.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-mails': {
    input: {
      state?: MailState | undefined
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      mails: Mail[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show an outgoing email.
   * Shows its state. The content is not shown: its links are for the recipient only.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-mail': {
    input: {
      mailId: string
    }
    output: {
      mail: Mail
    }
    errors: 'mail_not_found' | ReadCode
  }
  /**
   * Retry an email.
   * A failed email is sent again unchanged; one waiting for its next attempt is sent now. A link in it is as old as the email: if it has expired, create the email again, for example with a new invitation.
   * Admins and owners · writes · 60 per 60 s
   */
  'retry-mail': {
    input: {
      mailId: string
    }
    output: {
      success: true
      mail: Mail
    }
    errors: 'mail_not_found' | 'mail_body_gone' | 'mail_sent_already' | 'mail_under_way' | WriteCode
  }
  /**
   * Show how emails are sent.
   * Through a mail server (`smtp`), through `resend`, into the `sandbox` mailbox, or not at all (null): then emails wait until a mail account is configured.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-mail-setup': {
    input: Record<never, never>
    output: {
      provider: 'smtp' | 'resend' | 'sandbox' | null
      from: string
      sandbox_address: string | null
    }
    errors: ReadCode
  }
  /**
   * List API keys.
   * Newest first, including expired and revoked ones. The key itself is shown only once, when it is created.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-keys': {
    input: Record<never, never>
    output: {
      keys: ApiKey[]
      scopes: Scope[]
    }
    errors: ReadCode
  }
  /**
   * Show an API key and its first use.
   * Says whether a first lead arrived with the key, and shows the latest rejection, to help set up a sender.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-key': {
    input: {
      keyId: string
    }
    output: {
      key: ApiKey
      first_lead: {
        lead_id: string
        /** RFC 3339. */
        received_at: string
      } | null
      last_refusal: {
        delivery_id: string
        /** RFC 3339. */
        received_at: string
        code: string | null
        message: string | null
      } | null
    }
    errors: 'key_not_found' | ReadCode
  }
  /**
   * Create an API key.
   * The response contains the key in `secret`. It is shown only once; only its SHA-256 is stored.
   * Admins and owners · writes · 20 per 60 s
   */
  'create-key': {
    input: {
      /** At most 255 characters. */
      name: string
      scopes: readonly ScopeName[]
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      expiresAt?: string | null | undefined
      ratePerMinute?: number | null | undefined
    }
    output: {
      key: ApiKey
      secret: string
    }
    errors: 'bad_request' | WriteCode
  }
  /**
   * Update the name, expiry or limit of an API key.
   * Omitted fields keep their values. `null` removes the expiry, or the key’s own limit, so that the workspace default applies. Scopes cannot be changed: create another key.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-key': {
    input: {
      keyId: string
      /** At most 255 characters. */
      name?: string | undefined
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      expiresAt?: string | null | undefined
      ratePerMinute?: number | null | undefined
    }
    output: {
      key: ApiKey
    }
    errors: 'bad_request' | 'key_not_found' | 'key_ended' | 'key_rolled_already' | WriteCode
  }
  /**
   * Roll an API key.
   * The new key has the same name, scopes and limit, and the same lifetime as the old one had. The old key keeps working for `overlapHours` (0 revokes it at once), but never longer than its own expiry.
   * Admins and owners · writes · 20 per 60 s
   */
  'roll-key': {
    input: {
      keyId: string
      overlapHours: number
    }
    output: {
      key: ApiKey
      secret: string
      old: ApiKey
    }
    errors: 'key_not_found' | 'key_ended' | 'key_rolled_already' | WriteCode
  }
  /**
   * Revoke an API key.
   * Every server process rejects it within a second. Revoking a revoked key does nothing and is not an error.
   * Admins and owners · writes · 120 per 60 s
   */
  'revoke-key': {
    input: {
      keyId: string
    }
    output: {
      key: ApiKey
    }
    errors: 'key_not_found' | WriteCode
  }
  /**
   * Show the workspace settings.
   * Any member · reads · 120 per 60 s
   */
  'show-workspace': {
    input: Record<never, never>
    output: {
      workspace: Workspace
    }
    errors: ReadCode
  }
  /**
   * Update the workspace settings.
   * Omitted fields keep their values. A new limit or quota applies to every key within a second. `leadQuotaPerMonth: null` turns the quota off; a new quota counts the leads of the current month.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-workspace': {
    input: {
      /**
       * Shown on every invoice
       * At most 255 characters.
       */
      name?: string | undefined
      defaultCountry?: string | null | undefined
      /** Countries that can be called, ISO 3166-1 alpha-2; an empty list: the default country only */
      callCountries?: readonly string[] | undefined
      /** Of due dates and reports, and of members who have set none of their own */
      timezone?: string | undefined
      /**
       * Address of video rooms where no calendar makes one: `https://meet.example.com/{id}`
       * At most 500 characters.
       */
      roomPattern?: string | null | undefined
      /** Websites that may show the booking pages in a frame, such as https://www.example.com; a page URL is reduced to its origin */
      bookingOrigins?: readonly string[] | undefined
      keyRatePerMinute?: number | undefined
      leadQuotaPerMonth?: number | null | undefined
    }
    output: {
      workspace: Workspace
    }
    errors: 'booking_origin_invalid' | 'country_unknown' | 'letter_without_font' | WriteCode
  }
  /**
   * Show the business details.
   * What clients see on invoices, receipts, emails and public pages: names, address, numbers, logo and color.
   * Any member · reads · 120 per 60 s
   */
  'show-business': {
    input: Record<never, never>
    output: {
      business: Business
    }
    errors: ReadCode
  }
  /**
   * Save the business details.
   * Omitted fields keep their values; `null` clears one. Numbers are checked by their form and their check digits, not whether they are registered. Invoices that were sent keep the details of their time. A character that no PDF font has is rejected and named.
   * Admins and owners · writes · 120 per 60 s
   */
  'save-business': {
    input: {
      /**
       * The name of the workspace
       * At most 255 characters.
       */
      tradeName?: string | undefined
      /** At most 255 characters. */
      legalName?: string | null | undefined
      /** At most 500 characters. */
      street?: string | null | undefined
      /** At most 20 characters. */
      postcode?: string | null | undefined
      /** At most 100 characters. */
      city?: string | null | undefined
      /**
       * State or province
       * At most 100 characters.
       */
      region?: string | null | undefined
      /** ISO 3166-1 alpha-2, such as DE */
      country?: string | null | undefined
      /** By kind; null removes one */
      taxNumbers?: { [name: string]: string | null } | undefined
      /** At most 255 characters. */
      registration?: string | null | undefined
      /** At most 254 characters. */
      email?: string | null | undefined
      /**
       * With + and the country code, or as in the country of the address
       * At most 40 characters.
       */
      phone?: string | null | undefined
      /** At most 500 characters. */
      website?: string | null | undefined
      /** By kind; null removes one */
      bank?: { [name: string]: string | null } | undefined
      /** #rrggbb */
      colour?: string | null | undefined
      /** The `id` that PUT /business-logo answered */
      logoId?: string | null | undefined
      /** At most 1,000 characters. */
      footer?: string | null | undefined
      /** IANA time zone, such as Europe/Berlin */
      timezone?: string | undefined
      /** Of new invoices */
      currency?: string | null | undefined
    }
    output: {
      success: true
      business: Business
    }
    errors: 'bad_request' | 'business_number_invalid' | 'letter_without_font' | 'logo_not_found' | WriteCode
  }
  /**
   * List the members of the workspace.
   * Any member · reads · 120 per 60 s
   */
  'list-members': {
    input: Record<never, never>
    output: {
      members: Member[]
    }
    errors: ReadCode
  }
  /**
   * Create a member.
   * Takes effect at once, so that work can be assigned to them. They sign in with the link that `sendWelcome` emails, valid for 24 hours and one use: with a first password, or with their existing account, which keeps its name and possibly its own id. The response does not reveal whether the email address has an account. Only owners can create owners.
   * Admins and owners · writes · 60 per 60 s
   */
  'create-user': {
    input: {
      /** At most 254 characters. */
      email: string
      /** At most 255 characters. */
      name: string
      /** Default: `"member"`. */
      role?: Role | undefined
      /** Default: `false`. */
      sendWelcome?: boolean | undefined
    }
    output: {
      success: true
      user: User
    }
    errors: 'forbidden' | 'already_member' | WriteCode
  }
  /**
   * Send a member a link to set their password.
   * Valid for 24 hours and one use; earlier links become invalid. Only owners can do this for owners.
   * Admins and owners · writes · 30 per 60 s
   */
  'send-welcome': {
    input: {
      userId: string
    }
    output: {
      success: true
    }
    errors: 'forbidden' | 'member_not_found' | WriteCode
  }
  /**
   * Change the role of a member.
   * Takes effect at once: if a token carries a higher role, the current role applies. Only owners can appoint or change owners, and a workspace keeps at least one owner.
   * Admins and owners · writes · 120 per 60 s
   */
  'change-role': {
    input: {
      userId: string
      role: Role
    }
    output: {
      success: true
      member: User
    }
    errors: 'forbidden' | 'member_not_found' | 'last_owner' | WriteCode
  }
  /**
   * Remove a member from the workspace.
   * Their sessions here end and their tokens become invalid at once. Their account and their other workspaces are kept. Only owners can remove owners, and a workspace keeps at least one owner.
   * Admins and owners · writes · 120 per 60 s
   */
  'remove-member': {
    input: {
      userId: string
    }
    output: {
      success: true
    }
    errors: 'forbidden' | 'member_not_found' | 'last_owner' | WriteCode
  }
  /**
   * Invite a member.
   * They get an email with a link, valid for seven days and one use, and choose their own name and password. A second invitation to an address replaces the first. Only owners can invite owners.
   * Admins and owners · writes · 30 per 60 s
   */
  'invite-staff': {
    input: {
      /** At most 254 characters. */
      email: string
      /** Default: `"member"`. */
      role?: Role | undefined
      /** At most 255 characters. */
      name?: string | undefined
    }
    output: {
      success: true
      invitation: SentInvitation
    }
    errors: 'forbidden' | 'already_member' | WriteCode
  }
  /**
   * List open invitations.
   * Newest first, including expired ones until they are resent or withdrawn.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-invitations': {
    input: {
      /** `next_cursor` of the previous page */
      cursor?: string | undefined
      /**
       * Records per page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      invitations: Invitation[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Resend an open invitation.
   * Sends a new link, valid for seven days; the previous link becomes invalid. Only owners can do this for owners.
   * Admins and owners · writes · 30 per 60 s
   */
  'resend-invitation': {
    input: {
      invitationId: string
    }
    output: {
      success: true
      invitation: SentInvitation
    }
    errors: 'forbidden' | 'invitation_not_found' | WriteCode
  }
  /**
   * Withdraw an invitation.
   * Its link becomes invalid at once. Only owners can do this for owners.
   * Admins and owners · writes · 120 per 60 s
   */
  'withdraw-invitation': {
    input: {
      invitationId: string
    }
    output: {
      success: true
    }
    errors: 'forbidden' | 'invitation_not_found' | WriteCode
  }
  /**
   * Check an invitation link.
   * An invitation that was accepted, withdrawn, replaced or has expired returns `valid: false`, like one that never existed.
   * Public · reads · 20 per 60 s
   */
  'validate-invite': {
    input: {
      /** At most 100 characters. */
      token: string
    }
    output: {
      valid: true
      invitation: OpenInvitation
    } | {
      valid: false
    }
    errors: PublicCode
  }
  /**
   * Accept an invitation.
   * Creates the account, or uses the existing one with this email address: then `password` must be its own, and its name is kept. Works once. Sets the session cookie, unless the user has a second factor: they sign in afterwards.
   * Public · writes · 20 per 60 s
   */
  'accept-invite': {
    input: {
      /** At most 100 characters. */
      token: string
      /** At most 255 characters. */
      name: string
      /** At most 200 characters. */
      password: string
    }
    output: {
      success: true
      user: User
    }
    errors: 'link_invalid' | 'sign_in_failed' | 'conflict' | 'rate_limited' | PublicCode
  }
  /**
   * Create the first workspace and its owner.
   * Uses the one-time link that the first start prints. There is no default password.
   * Public · writes · 20 per 60 s
   */
  'set-up-workspace': {
    input: {
      /** At most 100 characters. */
      token: string
      /** At most 255 characters. */
      workspace: string
      /** At most 255 characters. */
      name: string
      /** At most 254 characters. */
      email: string
      /** At most 200 characters. */
      password: string
      /** ISO 3166-1 alpha-2, such as DE */
      defaultCountry?: string | null | undefined
      /** Of the workspace and its owner; the browser’s */
      timezone?: string | null | undefined
    }
    output: {
      success: true
      organization: OrganizationReference
    }
    errors: 'letter_without_font' | 'link_invalid' | PublicCode
  }
  /**
   * Sign in with an email address and password.
   * Sets the session cookie; or, if the user has a second factor, returns `needs: "code"` and a challenge for `confirm-sign-in`, valid for ten minutes. An unknown email address and a wrong password get the same response after the same time. An email address has ten attempts per quarter of an hour; a device that the user has signed in from has ten of its own.
   * Public · writes · 30 per 60 s
   */
  'sign-in': {
    input: {
      /** At most 254 characters. */
      email: string
      /** At most 200 characters. */
      password: string
    }
    output: SignInCompleted | SignInChallenge
    errors: 'sign_in_failed' | 'rate_limited' | PublicCode
  }
  /**
   * Complete a sign-in with a code.
   * A code from an authenticator app, or a recovery code; each works once. After a wrong code the challenge stays valid. Sets the session cookie.
   * Public · writes · 20 per 60 s
   */
  'confirm-sign-in': {
    input: {
      /** At most 100 characters. */
      challenge: string
      /** At most 40 characters. */
      code: string
    }
    output: {
      success: true
    }
    errors: 'challenge_invalid' | 'code_wrong' | 'rate_limited' | PublicCode
  }
  /**
   * Begin to sign in with a passkey.
   * Names no account: the browser offers its passkeys for this site. The challenge is valid for ten minutes and works once.
   * Public · writes · 30 per 60 s
   */
  'start-passkey-sign-in': {
    input: Record<never, never>
    output: {
      challenge: string
      /** Options of WebAuthn, as JSON */
      options: { [name: string]: unknown }
    }
    errors: 'passkeys_need_domain' | PublicCode
  }
  /**
   * Sign in with a passkey.
   * A passkey unlocked by its user counts as both factors: no code is required. Sets the session cookie.
   * Public · writes · 30 per 60 s
   */
  'passkey-sign-in': {
    input: {
      /** At most 100 characters. */
      challenge: string
      response: {
        /** At most 1,400 characters. */
        id: string
        /** At most 1,400 characters. */
        rawId: string
        type: 'public-key'
        response: {
          /** At most 8,192 characters. */
          clientDataJSON: string
          /** At most 8,192 characters. */
          authenticatorData: string
          /** At most 2,048 characters. */
          signature: string
          /** At most 128 characters. */
          userHandle?: string | null | undefined
        }
        authenticatorAttachment?: AuthenticatorAttachment | null | undefined
        /** Not used */
        clientExtensionResults?: { [name: string]: unknown } | undefined
      }
    }
    output: {
      success: true
    }
    errors: 'challenge_invalid' | 'passkey_refused' | 'passkeys_need_domain' | PublicCode
  }
  /**
   * Request a password reset link.
   * Always returns the same response, after the same time, whether or not the email address has an account. The link is valid for one hour and works once.
   * Public · writes · 10 per 60 s
   */
  'ask-password-reset': {
    input: {
      /** At most 254 characters. */
      email: string
    }
    output: {
      success: true
    }
    errors: PublicCode
  }
  /**
   * Check a one-time link.
   * Public · reads · 30 per 60 s
   */
  'check-link': {
    input: {
      /** At most 100 characters. */
      token: string
    }
    output: {
      valid: true
      purpose: 'set-up' | 'set-password' | 'reset-password'
      email: string | null
      name: string | null
      has_account: boolean
    } | {
      valid: false
    }
    errors: PublicCode
  }
  /**
   * Set a password by a one-time link, and sign in.
   * For the links of `send-welcome` and `ask-password-reset`. If a welcome link is for an email address with an account, `password` must be that of the account, which then joins the workspace. Ends all sessions of the user and invalidates their other links. A second factor is still required: `needs: "code"`, as with `sign-in`.
   * Public · writes · 20 per 60 s
   */
  'set-password': {
    input: {
      /** At most 100 characters. */
      token: string
      /** At most 200 characters. */
      password: string
    }
    output: SignInCompleted | SignInChallenge
    errors: 'link_invalid' | 'sign_in_failed' | 'conflict' | 'rate_limited' | PublicCode
  }
  /**
   * Get a gateway token from the session cookie.
   * The token is valid for 15 minutes. Request a new one before it expires.
   * A signed-in user, by the session cookie · reads · 60 per 60 s
   */
  'get-token': {
    input: Record<never, never>
    output: {
      token: string
      /** RFC 3339. */
      expires_at: string
      person: UserReference
      organization: OrganizationReference
      role: Role
      /** Which the user reads in; null: not chosen yet */
      language: Language | null
    }
    errors: 'not_signed_in' | SessionCode
  }
  /**
   * Switch to another of your workspaces.
   * Moves the session; call `get-token` for a token of that workspace afterwards. The next sign-in opens it too.
   * A signed-in user, by the session cookie · writes · 30 per 60 s
   */
  'switch-organization': {
    input: {
      organizationId: string
    }
    output: {
      success: true
    }
    errors: 'not_signed_in' | 'organization_not_found' | SessionCode
  }
  /**
   * Sign out.
   * A signed-in user, by the session cookie · writes · 30 per 60 s
   */
  'sign-out': {
    input: Record<never, never>
    output: {
      success: true
    }
    errors: SessionCode
  }
  /**
   * Show your account.
   * Its security settings and your workspaces.
   * Any member · reads · 120 per 60 s
   */
  'show-profile': {
    input: Record<never, never>
    output: {
      person: Profile
      organizations: Membership[]
    }
    errors: 'not_signed_in' | ReadCode
  }
  /**
   * Change your name, time zone or language.
   * Applies to all your workspaces.
   * Any member · writes · 120 per 60 s
   */
  'update-profile': {
    input: {
      /** At most 255 characters. */
      name?: string | undefined
      /** Null: that of the workspace */
      timezone?: string | null | undefined
      /** Of the app, on each device, and of the emails and pushes that you get */
      language?: Language | undefined
    }
    output: {
      success: true
      person: UserReference
    }
    errors: WriteCode
  }
  /**
   * Change your password.
   * Ends all your other sessions and invalidates open password links.
   * Any member · writes · 10 per 300 s
   */
  'change-password': {
    input: {
      /** At most 200 characters. */
      current: string
      /** At most 200 characters. */
      password: string
    }
    output: {
      success: true
    }
    errors: 'not_signed_in' | 'password_wrong' | WriteCode
  }
  /**
   * List your sessions.
   * In all your workspaces, last seen first.
   * Any member · reads · 120 per 60 s
   */
  'list-sessions': {
    input: Record<never, never>
    output: {
      sessions: Session[]
    }
    errors: ReadCode
  }
  /**
   * End one of your sessions.
   * Tokens issued for the session become invalid at once.
   * Any member · writes · 120 per 60 s
   */
  'end-session': {
    input: {
      sessionId: string
    }
    output: {
      success: true
    }
    errors: 'session_not_found' | WriteCode
  }
  /**
   * End all your other sessions.
   * Their tokens become invalid at once, as do tokens without a session, such as those from the command line.
   * Any member · writes · 120 per 60 s
   */
  'end-other-sessions': {
    input: Record<never, never>
    output: {
      success: true
      ended: number
    }
    errors: WriteCode
  }
  /**
   * Begin to use an authenticator app.
   * Returns the secret as text, as an otpauth URL and as a QR code (SVG). It takes effect once `confirm-totp` receives a code for it; starting again replaces an unconfirmed secret.
   * Any member · writes · 10 per 300 s
   */
  'start-totp': {
    input: {
      /** At most 200 characters. */
      password: string
    }
    output: {
      secret: string
      uri: string
      /** SVG */
      qr: string
    }
    errors: 'not_signed_in' | 'password_wrong' | 'totp_is_on' | WriteCode
  }
  /**
   * Turn on two-factor codes.
   * With the first code that the app shows. Answers ten recovery codes, each good once in place of a code; they are shown this one time.
   * Any member · writes · 10 per 300 s
   */
  'confirm-totp': {
    input: {
      /** At most 20 characters. */
      code: string
    }
    output: {
      success: true
      recovery_codes: string[]
    }
    errors: 'totp_code_wrong' | 'not_signed_in' | WriteCode
  }
  /**
   * Turn off two-factor codes.
   * Also removes the recovery codes. If they are already off, this does nothing and is not an error.
   * Any member · writes · 10 per 300 s
   */
  'remove-totp': {
    input: {
      /** At most 200 characters. */
      password: string
    }
    output: {
      success: true
    }
    errors: 'not_signed_in' | 'password_wrong' | WriteCode
  }
  /**
   * Create ten new recovery codes.
   * The previous ones become invalid. The new ones are shown only once.
   * Any member · writes · 10 per 300 s
   */
  'renew-recovery-codes': {
    input: {
      /** At most 200 characters. */
      password: string
    }
    output: {
      recovery_codes: string[]
    }
    errors: 'not_signed_in' | 'password_wrong' | 'totp_is_off' | WriteCode
  }
  /**
   * Begin to make a passkey.
   * Pass `options` to the browser, and its response to `add-passkey`, within ten minutes.
   * Any member · writes · 10 per 300 s
   */
  'start-passkey': {
    input: {
      /** At most 200 characters. */
      password: string
    }
    output: {
      challenge: string
      /** Options of WebAuthn, as JSON */
      options: { [name: string]: unknown }
    }
    errors: 'not_signed_in' | 'password_wrong' | 'passkeys_need_domain' | 'too_many_passkeys' | WriteCode
  }
  /**
   * Add a passkey.
   * Any member · writes · 20 per 300 s
   */
  'add-passkey': {
    input: {
      /** At most 100 characters. */
      challenge: string
      response: {
        /** At most 1,400 characters. */
        id: string
        /** At most 1,400 characters. */
        rawId: string
        type: 'public-key'
        response: {
          /** At most 8,192 characters. */
          clientDataJSON: string
          /** At most 16,384 characters. */
          attestationObject: string
          transports?: readonly string[] | undefined
        }
        authenticatorAttachment?: AuthenticatorAttachment | null | undefined
        /** Not used */
        clientExtensionResults?: { [name: string]: unknown } | undefined
      }
      /** At most 100 characters. */
      name: string
    }
    output: {
      success: true
      passkey: Passkey
    }
    errors: 'passkey_unusable' | 'not_signed_in' | 'challenge_ended' | 'passkeys_need_domain' | WriteCode
  }
  /**
   * Remove one of your passkeys.
   * It can no longer be used to sign in. Its open sessions continue; `end-other-sessions` ends them.
   * Any member · writes · 10 per 300 s
   */
  'remove-passkey': {
    input: {
      passkeyId: string
      /** At most 200 characters. */
      password: string
    }
    output: {
      success: true
    }
    errors: 'not_signed_in' | 'password_wrong' | 'passkey_not_found' | WriteCode
  }
  /**
   * Show how you are notified.
   * By topic: in the app, by email and by push; with quiet hours and the browsers that are pushed to.
   * Any member · reads · 120 per 60 s
   */
  'show-notification-settings': {
    input: Record<never, never>
    output: {
      settings: NotificationSettings
    }
    errors: 'not_signed_in' | ReadCode
  }
  /**
   * Change how you are notified.
   * Only what is given changes; of `choices`, the topics that it names. Applies to this workspace, and to you alone.
   * Any member · writes · 120 per 60 s
   */
  'save-notification-settings': {
    input: {
      choices?: readonly {
        topic: NoticeTopic
        /** In the list of notifications, and counted on the bell */
        app: boolean
        /** `at_once`: two minutes later, unless it was read by then. `summary`: in the morning summary */
        mail: NoticeMail
        /** To the browsers that are registered */
        push: boolean
      }[] | undefined
      /** On the clock of your time zone; null: no quiet hours */
      quiet?: {
        /** HH:MM on the wall clock, such as 09:00; 24:00 ends a day */
        from: string
        /** HH:MM on the wall clock, such as 09:00; 24:00 ends a day */
        to: string
      } | null | undefined
      /** HH:MM on the wall clock, such as 09:00; 24:00 ends a day */
      summaryAt?: string | undefined
      sound?: boolean | undefined
    }
    output: {
      success: true
      settings: NotificationSettings
    }
    errors: 'not_signed_in' | WriteCode
  }
  /**
   * Register a browser for push notifications.
   * Without a subscription it only answers the key (`applicationServerKey`) by which the browser subscribes. The same browser again renews its registration; one of another member becomes the caller’s.
   * Any member · writes · 60 per 3600 s
   */
  'subscribe-push': {
    input: {
      /** As `PushSubscription.toJSON()` answers it */
      subscription?: {
        /**
         * Of the push service that the browser chose
         * At most 2,000 characters.
         */
        endpoint: string
        keys: {
          /** Public key of the browser */
          p256dh: string
          /** Shared secret of the browser */
          auth: string
        }
      } | undefined
    }
    output: {
      success: true
      /** Public key of this server (VAPID), base64url */
      key: string
      device: PushDevice | null
    }
    errors: 'too_many_browsers' | 'push_address_refused' | WriteCode
  }
  /**
   * Remove a browser from push notifications.
   * By its id, or by the address that the browser itself has. What waits for it is not sent.
   * Any member · writes · 120 per 60 s
   */
  'unsubscribe-push': {
    input: {
      deviceId?: string | undefined
      /** At most 2,000 characters. */
      endpoint?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'missing_field' | 'push_device_not_found' | WriteCode
  }
  /**
   * Send yourself a test notification.
   * At once, whatever your settings and quiet hours are: in the app, by email, or to all your browsers.
   * Any member · writes · 10 per 600 s
   */
  'send-test-notification': {
    input: {
      channel: TestChannel
    }
    output: {
      success: true
    }
    errors: 'not_signed_in' | 'push_device_not_found' | WriteCode
  }
  /**
   * Remove data of this workspace that is kept no longer.
   * What the nightly job removes, now, and files of leads that brought none and were not touched for 90 days. A dry run counts the same rows and removes nothing.
   * The audit log, leads and the requests that made them, documents with their evidence, and payments are never removed by it.
   * It works in lots; where it takes longer than some seconds, `running` is true, and `show-cleanup` shows its progress.
   * Owners · writes · 20 per 60 s
   */
  'system-cleanup': {
    input: {
      dryRun?: boolean | undefined
    }
    output: {
      success: true
      /** By kind; of a dry run: what would be removed */
      removed: {
        sessions: number
        challenges: number
        oauth_flows: number
        idempotency: number
        deliveries: number
        provider_calls: number
        mails: number
        webhook_deliveries: number
        uploads: number
        ai_reservations: number
        transcripts: number
        sync_pages: number
      }
      /** What there was at the start */
      kinds: CleanupCount[]
      running: boolean
      cleanupId: string | null
    }
    errors: 'cleanup_running' | WriteCode
  }
  /**
   * Show the last cleanup and its progress.
   * Owners · reads · 120 per 60 s
   */
  'show-cleanup': {
    input: Record<never, never>
    output: {
      cleanup: Cleanup | null
    }
    errors: ReadCode
  }
}

/** The versioned, public API. */
export interface PublicApi {
  /**
   * Create a lead.
   * The only write endpoint of the public API. The key determines the workspace; the body cannot.
   *
   * A repeated `external_id` returns the original with `deduplicated: true`. Without one, send an `Idempotency-Key` to retry safely. `?dry_run=true` says what would happen and stores nothing. A lead is a record of an introduction: a consent it claims never changes a subscription.
   *
   * Members that are not listed are ignored. So is `fields`, unless the workspace has turned it on (`set-lead-fields`): then it sets fields of the lead, by key. Neither an unknown key nor a value that does not fit rejects the lead; `show-lead` lists both.
   * An API key with the scope leads:write · writes · 1,200 per 60 s
   */
  'create-lead': {
    input: {
      /**
       * The email address; this or `phone` is required. Every RFC 5322 atext character in a dotted local part, at least one dot in the domain, international domains in Unicode or punycode. A malformed one is rejected and nothing is stored. Compared case-insensitively; plus-addressing is kept.
       * At most 254 characters.
       */
      email?: string | undefined
      /** The phone number; this or `email` is required. International with +, or in the national format of the workspace’s default country. If it cannot be parsed, a lead with an email is accepted and the text kept; without one it is rejected. A string, not a number. */
      phone?: string | undefined
      /**
       * The full name.
       * At most 255 characters.
       */
      name?: string | undefined
      /**
       * Alias of `name`; used if `name` is absent or blank.
       * At most 255 characters.
       */
      full_name?: string | undefined
      /**
       * Where the person works.
       * At most 255 characters.
       */
      company?: string | undefined
      /**
       * The job title.
       * At most 255 characters.
       */
      title?: string | undefined
      /**
       * Alias of `title`; used if `title` is absent or blank.
       * At most 255 characters.
       */
      job_title?: string | undefined
      /** The sender of the lead. Converted to a slug of at most 64 characters: `Apollo.io` becomes `apollo-io`; if empty or absent: `api`. */
      source?: string | undefined
      /**
       * Your own record id, strongly recommended: repeating it returns the first lead and stores nothing. Compared exactly, within the organization. A whole number up to 2^53, written without an exponent, counts as its digits.
       * At most 255 characters.
       */
      external_id?: string | number | undefined
      /**
       * Any additional information.
       * At most 10,000 characters.
       */
      note?: string | undefined
      /**
       * With http:// or https://.
       * At most 2,048 characters.
       */
      linkedin_url?: string | undefined
      /** A claim about permission. It is stored and shown as a claim, and never subscribes anyone to anything. An object with none of the three fields claims nothing. */
      consent?: {
        /**
         * One of `consent`, `contract`, `legal_obligation`, `vital_interests`, `public_task`, `legitimate_interests` (GDPR Art. 6), or any other text, kept as claimed and marked unrecognized.
         * At most 64 characters.
         */
        basis?: string | undefined
        /** The source of the claim. */
        source?: string | undefined
        /** The date: a real calendar date, YYYY-MM-DD, not in the future (tomorrow is allowed for time zones). */
        obtained_at?: string | undefined
      } | undefined
    }
    output: {
      ok: true
      lead_id: string
      contact_id: string
      /** The external_id is already known; this is its lead */
      deduplicated: boolean
    }
    errors: 'bad_request' | 'body_empty' | 'body_forbidden_key' | 'body_not_json' | 'body_not_object' | 'body_not_utf8' | 'body_too_deep' | 'consent_date_invalid' | 'consent_invalid' | 'contact_missing' | 'email_malformed' | 'external_id_invalid' | 'field_bad_text' | 'field_too_long' | 'field_wrong_type' | 'idempotency_key_invalid' | 'linkedin_url_invalid' | 'phone_unreadable' | 'key_expired' | 'key_invalid' | 'key_revoked' | 'scope_missing' | 'request_timeout' | 'idempotency_in_flight' | 'body_too_large' | 'encoding_not_supported' | 'idempotency_mismatch' | 'quota_exceeded' | 'rate_limited' | 'unavailable' | IntakeCode
  }
}

/** Files. */
export interface Downloads {
  /**
   * Export records of a list as a CSV file.
   * All that match, newest first, or those that are named. Those that are named come in the order in which they are; with more than some 200, send the parameters as a form by `POST`. A column for each that is asked for, by its name, behind the id and the name of the record; choices and tags are parted by semicolons, amounts are in their currency’s main unit. A cell that a spreadsheet would run as a formula starts with an apostrophe.
   * Any member · reads · 10 per 60 s
   */
  'export-records': {
    input: {
      kind: ListKind
      /**
       * A `ListFilter` as JSON
       * At most 4,000 characters.
       */
      filter?: string | undefined
      /** At most 200 characters. */
      search?: string | undefined
      /**
       * Ids of records, parted by commas: these and no others; at most 100,000
       * At most 4,000,000 characters.
       */
      ids?: string | undefined
      /**
       * Keys of fields, parted by commas; left out: the usual ones
       * At most 4,000 characters.
       */
      columns?: string | undefined
    }
    errors: 'bad_request' | 'list_column_unknown' | 'list_export_too_many' | 'list_filter_invalid' | FileCode
  }
  /**
   * Export a report as a CSV file.
   * A line for each figure: of the whole period, of each of its parts, and of each row of its tables. Amounts are in their currency’s main unit. A cell that a spreadsheet would run as a formula starts with an apostrophe.
   * Any member · reads · 30 per 60 s
   */
  'export-report': {
    input: {
      report: ReportName
      /**
       * Up to today, by the time zone and the week of the workspace; `custom` goes from `from` to `to`
       * Default: `"month"`.
       */
      period?: ReportPeriod | undefined
      /** The first day of `custom` */
      from?: string | undefined
      /** The last day of `custom` */
      to?: string | undefined
    }
    errors: 'bad_request' | FileCode
  }
  /**
   * Download a file of a record.
   * As an attachment. Only pictures and PDFs keep their type; everything else is bytes, which no browser opens.
   * Any member · reads · 300 per 60 s
   */
  'download-record-file': {
    input: {
      fileId: string
    }
    errors: 'record_file_not_found' | 'record_file_damaged' | FileCode
  }
  /**
   * Download a page of a PDF of a record as a picture.
   * Drawn apart from the server: nothing in the file is run, and no browser opens it. `width` in pixels.
   * Any member · reads · 300 per 60 s
   */
  'download-record-file-page': {
    input: {
      fileId: string
      /**
       * Counts from 0
       * Default: `0`.
       */
      page?: number | undefined
      /** Default: `1000`. */
      width?: number | undefined
    }
    errors: 'record_file_not_found' | 'record_file_no_preview' | 'record_file_damaged' | FileCode
  }
  /**
   * Export leads as a CSV file.
   * Newest first. Behind the columns of the lead come `tags`, parted by semicolons, and a column for each field of leads, by its name. A cell that a spreadsheet would run as a formula starts with an apostrophe.
   * Any member · reads · 10 per 60 s
   */
  'export-leads': {
    input: {
      /**
       * Word prefixes of name, email address, company or external_id; or digits of a phone number
       * At most 200 characters.
       */
      search?: string | undefined
      /** At most 64 characters. */
      source?: string | undefined
      state?: LeadState | undefined
      /** Of this member; `me`: the caller’s own, of which an API key has none */
      owner?: string | 'me' | undefined
      /**
       * Received at or after
       * RFC 3339.
       */
      from?: string | undefined
      /**
       * Received before
       * RFC 3339.
       */
      to?: string | undefined
    }
    errors: 'bad_request' | FileCode
  }
  /**
   * Download the rows with errors.
   * CSV in UTF-8 with the columns of the file and the reason in `foyer_error`. After fixing it in a spreadsheet, upload it again: that column is
   * ignored, and the columns are mapped as before. A cell that a spreadsheet would run as a formula starts with an apostrophe, which the import removes.
   * Any member · reads · 30 per 60 s
   */
  'download-rejected-rows': {
    input: {
      uploadId: string
    }
    errors: 'upload_not_found' | FileCode
  }
  /**
   * Download an attachment of a message.
   * The file as it was sent. It is unavailable until it was fetched from WhatsApp, and gone once WhatsApp has deleted it.
   * Any member · reads · 300 per 60 s
   */
  'download-attachment': {
    input: {
      messageId: string
      /** Default: `0`. */
      index?: number | undefined
    }
    errors: 'message_not_found' | 'attachment_not_here' | FileCode
  }
  /**
   * Download a file of a mail.
   * Fetched from the mailbox, where it is: of a mail that was deleted there no file is left.
   * Any member · reads · 120 per 60 s
   */
  'download-email-file': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
      /** Default: `0`. */
      index?: number | undefined
    }
    errors: 'foreign_mailbox' | 'email_file_not_here' | 'email_not_found' | 'mail_not_allowed' | 'mailbox_not_connected' | 'provider_unreachable' | FileCode
  }
  /**
   * Load a picture that a mail shows from elsewhere.
   * Foyer asks the picture’s server, so that it learns nothing of your browser; it does learn that the mail was looked at, and when. Only addresses that the mail itself names, on the public internet, PNG, JPEG, GIF and WebP up to 5 MB.
   * Any member · reads · 300 per 60 s
   */
  'download-email-picture': {
    input: {
      id: string
      /** At most 320 characters. */
      userEmail: string
      /**
       * As the mail has it
       * At most 2,048 characters.
       */
      address: string
    }
    errors: 'foreign_mailbox' | 'email_not_found' | 'email_picture_not_found' | 'email_picture_not_loaded' | 'mail_not_allowed' | 'mailbox_not_connected' | FileCode
  }
  /**
   * Download an invoice as PDF.
   * In the language of the invoice, showing its current state. `document=receipt` returns the receipt of a paid invoice. The same invoice in the same state gives the same bytes.
   * Any member · reads · 60 per 60 s
   */
  'download-invoice': {
    input: {
      invoiceId: string
      /** Default: `"invoice"`. */
      document?: DocumentKind | undefined
    }
    errors: 'invoice_not_found' | 'invoice_wrong_state' | 'document_late' | FileCode
  }
  /**
   * Download an invoice as PDF by its payment link.
   * The same file as `download-invoice`. The pay page serves it at `/pay/<token>/invoice.pdf` and `/pay/<token>/receipt.pdf`.
   * Public · reads · 20 per 60 s
   */
  'download-payable': {
    input: {
      /**
       * The last path segment of a payment link
       * At most 200 characters.
       */
      token: string
      /** Default: `"invoice"`. */
      document?: DocumentKind | undefined
    }
    errors: 'pay_link_unknown' | 'invoice_wrong_state' | 'document_late' | FileCode
  }
  /**
   * Download a page of a PDF template as a picture.
   * Of a file that was uploaded for a template: `file` is its id. `width` in pixels.
   * Any member · reads · 300 per 60 s
   */
  'download-template-page': {
    input: {
      file: string
      /** Counts from 0 */
      page: number
      /** Default: `1000`. */
      width?: number | undefined
    }
    errors: 'template_file_not_found' | 'template_file_damaged' | 'document_late' | FileCode
  }
  /**
   * Download a file of a document.
   * As it was made (`original`), signed and sealed (`sealed`), its certificate (`certificate`), or a paper that was signed by hand (`uploaded`: of several the one with `fileId`, else the newest). Held against its digest first.
   * Any member · reads · 60 per 60 s
   */
  'download-document': {
    input: {
      documentId: string
      /** Default: `"original"`. */
      file?: DocumentFileKind | undefined
      /** The `id` of one of its `files` */
      fileId?: string | undefined
    }
    errors: 'document_not_found' | 'file_not_there' | 'file_damaged' | FileCode
  }
  /**
   * Download a nightly record of evidence.
   * The sealed PDF; the heads are attached to it as `heads.json`. Held against its digest first.
   * Admins and owners · reads · 60 per 60 s
   */
  'download-seal-record': {
    input: {
      recordId: string
    }
    errors: 'seal_record_not_found' | 'file_damaged' | FileCode
  }
  /**
   * Download a page of a document as a picture, by the link of a signer.
   * Made of exactly the bytes whose digest the evidence holds. `width` in pixels. None once the document was taken back, declined or not signed in time, and 30 days after it was sealed.
   * Public · reads · 200 per 60 s
   */
  'download-signing-page': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
      /**
       * Where the signer is asked for a code: the pass that `enter-signing-code` answered
       * At most 200 characters.
       */
      code?: string | undefined
      page: number
      /** Default: `1000`. */
      width?: number | undefined
    }
    errors: 'signing_code_needed' | 'file_not_there' | 'sign_link_unknown' | 'download_link_ended' | 'file_damaged' | 'document_late' | FileCode
  }
  /**
   * Download a file of a document, by the link of a signer.
   * As it was made (`original`); once all have signed, the signed and sealed document (`sealed`) and its certificate (`certificate`). Compared with its digest first. None once the document was taken back, declined or not signed in time, and 30 days after it was sealed.
   * Public · reads · 60 per 60 s
   */
  'download-signing-file': {
    input: {
      /**
       * The last path segment of a link to sign
       * At most 200 characters.
       */
      token: string
      /**
       * Where the signer is asked for a code: the pass that `enter-signing-code` answered
       * At most 200 characters.
       */
      code?: string | undefined
      /** Default: `"original"`. */
      file?: 'original' | 'sealed' | 'certificate' | undefined
    }
    errors: 'signing_code_needed' | 'file_not_there' | 'sign_link_unknown' | 'download_link_ended' | 'file_damaged' | FileCode
  }
  /**
   * Download a signed document or its certificate, by a link from an email.
   * Until the link ends. Compared with its digest first.
   * Public · reads · 60 per 60 s
   */
  'download-signed-file': {
    input: {
      /**
       * The last path segment of a link to download
       * At most 200 characters.
       */
      token: string
      /** Default: `"sealed"`. */
      file?: SignedFileKind | undefined
    }
    errors: 'download_link_unknown' | 'file_not_there' | 'download_link_ended' | 'file_damaged' | FileCode
  }
  /**
   * Download a file of an exported design.
   * As it was kept here when it was exported.
   * Any member · reads · 60 per 60 s
   */
  'download-design-file': {
    input: {
      designFileId: string
    }
    errors: 'design_file_not_found' | 'design_file_lost' | 'files_unavailable' | FileCode
  }
  /**
   * Load the picture of a design.
   * At the address that lists of designs name. Of a design that is used here it is the copy that is kept here; of another one Foyer fetches it from Canva, which learns nothing of your browser.
   * Any member · reads · 600 per 60 s
   */
  'download-design-picture': {
    input: {
      /** Of a design that is used here */
      designId?: string | undefined
      /**
       * Which state of it: another address after each change
       * At most 20 characters.
       */
      of?: string | undefined
      /**
       * Of a design that is only listed
       * At most 12,000 characters.
       */
      key?: string | undefined
    }
    errors: 'design_picture_not_found' | 'canva_not_connected' | 'files_unavailable' | FileCode
  }
  /**
   * Export what AI did and cost as a CSV file.
   * The same sums as `show-ai-usage`, by day, person, feature, provider and model at once: a row each, oldest first. Dollars have nine decimals, so that their sum is that of the ledger. Members export their own; of background work `person` is empty.
   * Any member · reads · 10 per 60 s
   */
  'export-ai-usage': {
    input: {
      /** The first day; 30 days ago unless said */
      from?: string | undefined
      /** The last day; today unless said */
      to?: string | undefined
    }
    errors: FileCode
  }
  /**
   * Export the audit log as a CSV file.
   * Newest first. A cell that a spreadsheet would run as a formula starts with an apostrophe.
   * Admins and owners · reads · 10 per 60 s
   */
  'export-audit': {
    input: {
      personId?: string | undefined
      /** At most 64 characters. */
      action?: string | undefined
      outcome?: AuditOutcome | undefined
      /**
       * At or after
       * RFC 3339.
       */
      from?: string | undefined
      /**
       * Before
       * RFC 3339.
       */
      to?: string | undefined
    }
    errors: FileCode
  }
}

export type AccountCalendar = {
  id: string
  mailbox_id: string
  name: string
  time_zone: string | null
  is_primary: boolean
  is_writable: boolean
  /** Read: its events take time */
  is_ticked: boolean
  /** Meetings are written into it */
  is_target: boolean
  /** Colleagues see its events, except private ones; otherwise only that they take time */
  is_shared: boolean
  /** RFC 3339. */
  synced_at: string | null
  /**
   * Since when it could not be read
   * RFC 3339.
   */
  behind_since: string | null
  last_error: string | null
  /**
   * Since when its provider does not list it any more: it takes no time, and gets no meetings
   * RFC 3339.
   */
  gone_at: string | null
  /** Events of which something could not be read */
  unread: UnreadEvents
}

export type AiBudget = {
  id: string
  scope: AiBudgetScope
  /** Id of the person, or name of the feature; null of the workspace */
  subject: string | null
  period: AiBudgetPeriod
  limit_nano: number
  spent_nano: number
  /** The most that calls under way may become */
  reserved_nano: number
  /** RFC 3339. */
  resets_at: string
}

export type AiBudgetPeriod = 'day' | 'month'

export type AiBudgetScope = 'workspace' | 'person' | 'feature'

export type AiCall = {
  id: string
  /**
   * When it was asked
   * RFC 3339.
   */
  at: string
  /** RFC 3339. */
  ended_at: string
  /** Null for background work */
  person_id: string | null
  feature: string
  provider: string
  model: string
  /** `unknown`: the process that made it is gone, and all that it could have cost was charged. `correction`: the difference to what a call did cost */
  outcome: AiOutcome
  input_tokens: number
  cached_tokens: number
  output_tokens: number
  /** The provider did not tell: the most that it can have been */
  estimated: boolean
  /** Of a token, as it was used */
  price: AiPrice | null
  cost_nano: number
  fallback: AiFallback | null
  request_id: string | null
  corrects: string | null
  /** Of a correction */
  reason: string | null
  /** Why it failed, was refused or broke off */
  cause: AiCause | null
  /** Its cost is an estimate that was not corrected yet: `correct-ai-call` does that */
  correctable: boolean
}

export type AiCause = 'unreachable' | 'timed_out' | 'busy' | 'broken' | 'malformed' | 'credentials' | 'model_gone' | 'refused' | 'context_too_long' | 'restarted' | 'failed'

export type AiFallback = {
  /** The model that was asked first */
  from: string
  /** Why it did not answer */
  reason: string
}

export type AiFeature = 'chat' | 'assistant' | 'drafts' | 'summaries' | 'knowledge' | 'enrichment' | 'requirements' | 'workflow'

export type AiFinish = 'stop' | 'length' | 'filtered'

export type AiMeta = {
  /** Who answered */
  model: string
  provider: AiProvider
  /** Null where the first one answered */
  fallback: AiFallback | null
  /** `length`: cut at the longest answer. `filtered`: stopped for its content */
  finish: AiFinish
  usage: AiUsage
  /** In 10⁻⁹ of the currency */
  cost_nano: number
  /** Null where the price of the model is not known */
  currency: string | null
  request_id: string
}

export type AiModel = {
  model: string
  provider: AiProvider
  title: string
  /** What it takes in, with the answer */
  context_tokens: number
  max_output_tokens: number
  /** Null where it is not known: it is not called under a budget */
  price: AiPrice | null
  /** The day on which its provider shuts it down */
  ends_on: string | null
  successor: string | null
  enabled: boolean
}

export type AiOutcome = 'answered' | 'cut' | 'cancelled' | 'failed' | 'refused' | 'timed_out' | 'unknown' | 'correction'

export type AiPrice = {
  /** A token, in 10⁻⁹ of the currency */
  input_nano: number
  cached_nano: number
  output_nano: number
  currency: string
}

export type AiProvider = 'gemini' | 'openai' | 'anthropic' | 'compatible'

export type AiRole = 'user' | 'assistant'

export type AiUsage = {
  input_tokens: number
  /** Of the input, what its provider had in its cache */
  cached_tokens: number
  /** Thoughts included */
  output_tokens: number
  /** The provider did not tell: the most that it can have been */
  estimated: boolean
}

export type AiUsageGroup = 'day' | 'person' | 'feature' | 'model' | 'provider'

export type AiUsageRow = {
  /** A day, a feature, a model, a provider, or the id of a person; null of no person */
  key: string | null
  calls: number
  input_tokens: number
  output_tokens: number
  /** In 10⁻⁹ US dollars */
  cost_nano: number
  /** Of that, what no provider told: the most that it can have been */
  estimated_nano: number
}

export type ApiKey = {
  id: string
  name: string
  hint: string
  scopes: string[]
  rate_per_minute: number | null
  state: ApiKeyState
  created_by: Reference | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  last_used_at: string | null
  /** RFC 3339. */
  expires_at: string | null
  /** RFC 3339. */
  revoked_at: string | null
  rolled_to: string | null
}

export type ApiKeyReference = {
  id: string
  name: string
  hint: string
}

export type ApiKeyState = 'active' | 'ending' | 'expired' | 'revoked'

export type AskedKind = 'deal' | 'contact' | 'lead' | 'invoice' | 'booking' | 'document'

export type AskedReviewReply = {
  state: ReviewReplyState
  /** Null: the reply is to be removed */
  text: string | null
  /** Why it waits, failed or was rejected, and what to do */
  reason: string | null
  code: string | null
  author: MemberReference | null
  /** The workflow whose step did it, by the name that it had then */
  workflow: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  done_at: string | null
}

export type AssistantConversation = {
  id: string
  /** The beginning of its first question */
  title: string
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  last_at: string
  /** A question is being answered */
  is_answering: boolean
}

export type AssistantLook = {
  action: string
  /** What the action does, in words */
  summary: string
  /** Of a list: how many records it had; null of anything else */
  shown: number | null
  /** There are more than the assistant saw */
  is_cut: boolean
  /** Of a list that was cut: how many there are; null where that was not counted */
  total: number | null
  /**
   * There are more than `total`: so far it was counted
   * Default: `false`.
   */
  total_is_more: boolean
  /** The code of the error; null where it was read */
  failed: string | null
  /**
   * The error in words
   * Default: `null`.
   */
  reason: string | null
  /**
   * It would have changed something, and no proposal came of it: `failed` and `reason` say why
   * Default: `false`.
   */
  is_proposal: boolean
  /**
   * Of a kept conversation: when
   * RFC 3339.
   */
  at: string | null
}

export type AssistantProposal = {
  id: string
  action: string
  /** What it does, and the record by its name */
  title: string
  /** What the action is called with, unchanged */
  input: { [name: string]: unknown }
  changes: ProposedChange[]
  /** What leaves the house by it, by which channel and to whom; null where nothing does */
  leaves: string | null
  /** A digest of title, changes and `leaves`. With it `approve-proposal` does what this says, or nothing */
  card: string
  state: AssistantProposalState
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  expires_at: string
  /** RFC 3339. */
  decided_at: string | null
  /** Why it failed */
  error: string | null
}

export type AssistantProposalState = 'open' | 'running' | 'done' | 'failed' | 'expired' | 'dismissed'

export type AssistantRole = 'user' | 'assistant'

export type AssistantTurn = {
  role: AssistantRole
  text: string
  /** RFC 3339. */
  at: string
  /** Of the end of an answer */
  meta: AiMeta | null
  /** It broke off: the text is not the whole answer */
  is_cut: boolean
}

export type Attachment = {
  index: number
  kind: string
  name: string | null
  type: string | null
  bytes: number | null
  state: AttachmentState
}

export type AttachmentState = 'waiting' | 'stored' | 'gone'

export type AuditEntry = {
  id: string
  /** RFC 3339. */
  at: string
  person: Reference | null
  key: Reference | null
  action: string
  summary: string | null
  /** `done`, or the code of the error */
  outcome: string
  /** The meaning of the error code; null when it succeeded */
  message: string | null
  /** The ids in the call and its result, by field name */
  target: { [name: string]: string }
  address: string
  /** The User-Agent, as claimed */
  agent: string | null
  request_id: string
  /** `assistant`: it was prepared by Ask Foyer, and the person approved it; `workflow`: a workflow did it */
  via: AuditVia | null
  /** Of a call by a workflow */
  workflow: CallingWorkflow | null
  /** Records in `target` that still exist; for members only, as keys read each kind by its own scope */
  about: RecordReference[]
}

export type AuditOutcome = 'done' | 'refused'

export type AuditVia = 'assistant' | 'workflow'

export type AuthenticatorAttachment = 'platform' | 'cross-platform'

export type AvailableCrm = {
  provider: CrmProvider
  title: string
  about: string
  /** Foyer has an OAuth client there, or the sandbox plays it */
  can_consent: boolean
  /** A consent now is one at the sandbox */
  is_simulated: boolean
  /** `environment` of crm-init-oauth can be `sandbox` */
  has_test_accounts: boolean
  /** What crm-save-api-key takes; null where there is only consent */
  key: {
    label: string
    help: string
    /** `instanceDomain` can be given */
    has_domain: boolean
  } | null
}

export type AvailableProvider = {
  provider: ProviderName
  title: string
  about: string
  /** `key`: connected with an API key. `oauth`: connected by consent on the provider’s page */
  kind: ConnectionKind
  /** A simulator exists and the sandbox is turned on */
  can_sandbox: boolean
  /** What it stands with in Settings → Connections */
  group: ServiceGroup
  /** Other names that people look for */
  also_known_as: string[]
  /** Whose OAuth client a consent is asked with: from save-oauth-client, the configuration, or simulated. Null: there is none, or no consent */
  client: ServiceClientOrigin | null
  /** What integration-init-oauth asks for as `instance`; null: nothing */
  instance: ServiceInstance | null
  /** integration-init-oauth connects a developer account of it, too, with `environment`: `sandbox` */
  has_developer_accounts: boolean
  /** What the service can be asked to do when something happens here; null: nothing */
  does: OfferedTask | null
  /** The contents of `credentials` in connect-provider */
  fields: CredentialField[]
}

export type BackgroundJob = {
  id: string
  /** inbox: what a provider sent that could not be processed · event: an event for which a reaction failed */
  kind: 'job' | 'inbox' | 'event'
  /** The name of the job, the inbound webhook or the reaction */
  name: string
  /** What it does; null for a job that this version does not have */
  summary: string | null
  /** waiting · running · held: after a restore, until an owner releases it (`release-held-work`) · dead: a job or an event whose attempts are used up · failed: a webhook event that could not be processed */
  state: BackgroundJobState
  /** With the one that runs */
  tries: number
  tries_left: number
  /** Email addresses, numbers and keys are removed */
  last_error: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  next_try_at: string | null
  /** Of an event for which a reaction failed: its type. Null for other work */
  event: string | null
  /** Later events of the workspace wait for this one: until it succeeds, its attempts are used up, or it is discarded */
  holds_up: boolean
  /** The ids in its data. Other data is not shown */
  data_hint: { [name: string]: string }
  /** The records of these ids that still exist */
  about: RecordReference[]
}

export type BackgroundJobDecision = {
  work_id: string
  name: string
  summary: string | null
  decision: 'replayed' | 'dropped'
  reason: string | null
  person: Reference | null
  /** RFC 3339. */
  at: string
}

export type BackgroundJobState = 'waiting' | 'running' | 'held' | 'dead' | 'failed'

export type BankNumberKind = 'iban' | 'bic' | 'sort_code' | 'account' | 'routing' | 'ifsc'

export type BinKind = 'contact' | 'company' | 'lead' | 'deal' | 'task'

export type BinnedRecord = {
  kind: BinKind
  id: string
  name: string | null
  /** RFC 3339. */
  deleted_at: string
  /** Null: a key, a workflow or a former member */
  deleted_by: Reference | null
  /**
   * Until then it can be restored
   * RFC 3339.
   */
  removed_after: string
  /** Leads that went with a contact */
  leads: number
  /** Tasks that went with a contact, company or deal */
  tasks: number
}

export type BoardPipeline = {
  id: string
  name: string
  is_default: boolean
}

export type BoardStage = {
  id: string
  slug: string
  name: string
  kind: StageKind
  position: number
  count: number
  /** Per cent; of open stages */
  chance: number | null
  sums: BoardSum[]
  deals: Deal[]
  next_cursor: string | null
}

export type BoardSum = {
  currency: string
  /** In the smallest unit */
  minor: number
  /** Each open deal times its own chance or that of its stage, summed up and then rounded half up. Null: no chance is set */
  weighted_minor: number | null
}

export type BookableEventType = {
  id: string
  slug: string
  name: string
  minutes: number
}

export type BookerMailState = 'sent' | 'sending' | 'not_sent'

export type Booking = {
  id: string
  event_type: Reference
  state: BookingState
  /** RFC 3339. */
  starts_at: string
  /** RFC 3339. */
  ends_at: string
  /** Of the day, in the caller’s time zone and language */
  time: string
  /** Day and time in few words, in the caller’s time zone and language */
  when_short: string
  /** In words, in the caller’s time zone */
  when: string
  /** Of the booker */
  zone: string
  /** In words, in the booker’s time zone */
  when_for_booker: string
  host_zone: string
  /** What the host’s wall showed when it was booked */
  wall_clock: string
  name: string | null
  email: string | null
  phone: string | null
  company: string | null
  contact: ContactReference | null
  deal_id: string | null
  hosts: Reference[]
  /** Those of them who are no longer members: `move-booking` gives it to another host */
  former_hosts: Reference[]
  sequence: number
  /** Why these hosts: `rule`, with its numbers */
  because: { [name: string]: unknown }
  answers: BookingAnswer[]
  source: string
  reason: string | null
  ended_by: string | null
  /** Of the booker’s calendar: accepted, tentative, declined or proposed */
  answer: string | null
  /** The booker declined, or proposed another time, and no member has decided (`decide-booker-answer`) */
  open_answer: {
    /** RFC 3339. */
    proposed_start: string | null
    /** In words, in the caller’s time zone */
    proposed: string | null
  } | null
  /** Other events of a host at the same time, as the caller may see them */
  conflicts: string[]
  /** What a host did with its event in their calendar, until a member decides: a sentence in English */
  changed_outside: string | null
  /** The same, to be said in another language */
  outside_change: OutsideChange | null
  /** Steps after it that failed */
  failed_effects: number
  /** RFC 3339. */
  calendar_as_of: string | null
  has_room: boolean
  /** RFC 3339. */
  created_at: string
}

export type BookingAnswer = {
  key: string
  label: string
  answer: string
}

export type BookingDetail = {
  booking: Booking
  /** Where its hosts, admins and keys join; null while there is no room */
  meeting_link: string | null
  effects: BookingEffect[]
  reminders: BookingReminder[]
  /** The booker’s address gets no emails about bookings, see `lift-booking-refusal` */
  opted_out: boolean
}

export type BookingEffect = {
  id: string
  kind: BookingEffectKind
  /** What it tells: `requested`, `confirmed`, `moved`, `cancelled`, `declined`, `handed` (another host), `released` (no longer yours), `unanswered` or `reminder` */
  what: string
  /** The host it is for */
  person: {
    id: string
    name: string
  } | null
  state: BookingEffectState
  reason: string | null
  /** Whether `retry-booking-effect` takes it */
  may_repeat: boolean
  tries: number
  /** RFC 3339. */
  updated_at: string
}

export type BookingEffectKind = 'calendar' | 'booker_mail' | 'host_mail' | 'whatsapp'

export type BookingEffectState = 'queued' | 'done' | 'failed' | 'skipped' | 'uncertain'

export type BookingEventType = {
  id: string
  slug: string
  name: string
  about: string
  minutes: number
  /** Starts are offered every so many minutes of the wall clock */
  grid: number
  mode: EventTypeMode
  /** In their order */
  hosts: UserReference[]
  /** Hosts are all owners and admins */
  all_admins: boolean
  buffer_before_minutes: number
  buffer_after_minutes: number
  notice_minutes: number
  horizon_days: number
  limit_per_day: number | null
  limit_per_week: number | null
  approval: boolean
  from_outside: FromOutside
  place: { [name: string]: unknown }
  questions: BookingQuestion[]
  reminder_minutes: number[]
  change_limit_minutes: number
  calendar_max_age_minutes: number | null
  makes_deal: boolean
  whatsapp_template: {
    name: string
    language: string
  } | null
  is_default: boolean
  archived: boolean
  /** Its page for bookers */
  url: string
}

export type BookingFacts = {
  id: string
  event_type_id: string
  status: BookingStatus
  /** RFC 3339. */
  starts_at: string
  /** RFC 3339. */
  ends_at: string
  /** Of the booker */
  timezone: string
  /** Rises with each change of time or state */
  sequence: number
  hosts: string[]
  contact_id: string | null
  deal_id: string | null
}

export type BookingQuestion = {
  key: string
  label: string
  kind: BookingQuestionKind
  required: boolean
  /** Of a `choice` */
  options: string[]
}

export type BookingQuestionKind = 'text' | 'long_text' | 'choice' | 'yes_no'

export type BookingReminder = {
  minutes_before: number
  channel: string
  /** RFC 3339. */
  due_at: string
  state: string
  reason: string | null
}

export type BookingShown = {
  event: string
  organization: string
  brand: Brand
  status: BookingStatus
  /** RFC 3339. */
  start: string
  /** RFC 3339. */
  end: string
  timezone: string
  locale: string
  day: string
  time: string
  /** In words */
  zone: string
  when: string
  /** The same moment on the host’s clocks, where they differ */
  host_time: string | null
  hosts: string[]
  place: { [name: string]: unknown }
  meeting_link: string | null
  name: string
  email: string
  /** Of the latest email about the booking: `not_sent` where it was tried and waits, failed, or is not sent at all; null without one */
  email_state: BookerMailState | null
  reason: string | null
  can_change: boolean
  /** Whether the booker’s address has opted out of emails about bookings; null for a link that did not come with an email */
  opted_out: boolean | null
  /** For `list-slots` */
  event_type: string
  organization_slug: string
}

export type BookingState = 'held' | 'pending' | 'confirmed' | 'cancelled' | 'declined' | 'expired'

export type BookingStatus = 'pending' | 'confirmed' | 'cancelled'

export type BoxAlign = 'left' | 'center' | 'right'

export type Brand = {
  name: string
  legal_name: string | null
  /** Line by line */
  address: string[]
  email: string | null
  phone: string | null
  website: string | null
  /** #rrggbb */
  colour: string | null
  /** Of the picture, on this server */
  logo_path: string | null
}

export type BulkChange = {
  id: string
  kind: BulkChangeKind
  type: BulkChangeType
  /** As it was asked for */
  change: { [name: string]: unknown }
  /** All that matched a filter, and not records that were named */
  is_selection: boolean
  state: BulkChangeState
  progress: number
  /** Records that it is about: while it is selecting, those found so far */
  selected: number
  /** Records that it changed; when undone, those that were */
  done: number
  /** Left as they were, with a reason */
  skipped: number
  failed: number
  undone: number
  /** Not undone, because they were changed since */
  kept: number
  problem: BulkChangeProblem | null
  /** Without progress for a minute */
  stalled: boolean
  /** RFC 3339. */
  created_at: string
  /** Null: an API key */
  created_by: Reference | null
  undone_by: Reference | null
  /** RFC 3339. */
  finished_at: string | null
  /**
   * Until then it can be undone
   * RFC 3339.
   */
  kept_until: string
}

export type BulkChangeKind = 'lead' | 'contact' | 'company' | 'deal' | 'task'

export type BulkChangeProblem = {
  code: string
  message: string
  failed_in: BulkChangeStep
}

export type BulkChangeState = 'selecting' | 'changing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'

export type BulkChangeStep = 'selecting' | 'changing' | 'undoing'

export type BulkChangeType = 'assign' | 'tag' | 'set_fields' | 'set_state' | 'open_deals' | 'move' | 'delete'

export type Business = {
  /** The name of the workspace */
  trade_name: string
  legal_name: string | null
  address: BusinessAddress
  /** By kind */
  tax_numbers: { [name: string]: string }
  /** Register and number, such as RCS Paris 303 265 045 */
  registration: string | null
  email: string | null
  phone: string | null
  website: string | null
  /** By kind; shown on invoices */
  bank: { [name: string]: string }
  colour: BusinessColour | null
  logo: BusinessLogo | null
  /** At the foot of invoices and receipts */
  footer: string | null
  timezone: string
  /** Of new invoices */
  currency: string | null
}

export type BusinessAddress = {
  /** Up to three lines */
  street: string | null
  postcode: string | null
  city: string | null
  /** State or province */
  region: string | null
  /** Whose rules the invoices keep */
  country: string | null
}

export type BusinessColour = {
  /** #rrggbb */
  value: string
  /** Against white, as WCAG 2 measures it: text needs 4.5 */
  contrast: number
  /** Black or white: the text on it */
  ink: string
  /** As text and lines on white it is shown so: darker, where the contrast is too small */
  readable: string
}

export type BusinessLogo = {
  id: string
  url: string
  width: number
  height: number
}

export type BusyTime = {
  /** RFC 3339. */
  start: string
  /** RFC 3339. */
  end: string
}

export type CalendarAttendee = {
  email: string
}

export type CalendarEntry = {
  kind: CalendarEntryKind
  /** Of a booking its id; otherwise unique among the entries */
  id: string
  /** Whose time it is */
  user_ids: string[]
  /** `Busy` where the viewer may not read it */
  title: string
  /** The event type of a booking, the place of an event */
  detail: string
  /** RFC 3339. */
  starts_at: string
  /**
   * Null: an absence without an end
   * RFC 3339.
   */
  ends_at: string | null
  is_all_day: boolean
  /** From and to in words, in the viewer’s time zone and language */
  time: string
  /** By day, in the viewer’s time zone */
  parts: CalendarPart[]
  is_hidden: boolean
  is_tentative: boolean
  takes_time: boolean
  state: BookingState | null
  /** Other events of a host over a booking, as the viewer may see them */
  conflicts: string[]
  changed_outside: string | null
  may_move: boolean
}

export type CalendarEntryKind = 'booking' | 'event' | 'absence'

export type CalendarEvent = {
  id: string
  summary: string
  /** An instant; the day of an all-day event (`YYYY-MM-DD`), whose end is exclusive */
  start: string
  /** An instant; the day of an all-day event (`YYYY-MM-DD`), whose end is exclusive */
  end: string
  location: string
  attendees: CalendarAttendee[]
}

export type CalendarFeed = {
  /** RFC 3339. */
  created_at: string
}

export type CalendarPart = {
  date: string
  /** Of the clock: 570 is 9:30 */
  from_minute: number
  /** 1440 ends the day */
  to_minute: number
}

export type CalendarPerson = {
  id: string
  name: string
  /** A calendar of theirs is read */
  has_calendar: boolean
  /** Colleagues see the events of one of their calendars, and not only that they take time */
  is_shared: boolean
  /**
   * When the oldest copy was read; null: not yet
   * RFC 3339.
   */
  as_of: string | null
  /** The same in few words, in the viewer’s time zone and language */
  as_of_text: string | null
  /**
   * Since when a calendar could not be read
   * RFC 3339.
   */
  behind_since: string | null
}

export type Call = {
  id: string
  direction: Direction
  /** `refused`: the call was never connected */
  state: CallState
  /** An inbound call that was not answered */
  is_missed: boolean
  /** E.164, or `client:<name>` of a member. Of a logged call only the contact’s is known, else it is empty */
  from_number: string
  to_number: string
  /** The caller withheld the number: it cannot be called back */
  is_withheld: boolean
  contact: ContactReference | null
  deal_id: string | null
  /** The member who called, answered or was rung */
  person: Reference | null
  /** RFC 3339. */
  started_at: string
  /** RFC 3339. */
  answered_at: string | null
  /** RFC 3339. */
  ended_at: string | null
  /** Duration of the call, in seconds */
  duration_s: number | null
  refused_because: CallRefusal | null
  /** Of a call that `log-call` logged; null: a phone provider carried it */
  outcome: CallOutcome | null
  /** What its author wrote about a logged call */
  note: string | null
  /** RFC 3339. */
  edited_at: string | null
}

export type CallEndedData = {
  /** The call */
  id: string
  /** in or out */
  direction: string
  /** `completed`, `busy`, `no_answer`, `canceled`, `failed` or `refused` */
  state: string
  /** An inbound call that was not answered */
  is_missed: boolean
  from_number: string
  to_number: string
  /** The contact on the other end, if known */
  contact_id: string | null
  deal_id: string | null
  /** The member who called, answered or was rung */
  person_id: string | null
  /** RFC 3339. */
  started_at: string
  /** RFC 3339. */
  answered_at: string | null
  /** RFC 3339. */
  ended_at: string | null
  duration_s: number | null
  refused_because: string | null
}

export type CallOutcome = 'reached' | 'left_message' | 'no_answer' | 'busy' | 'wrong_number'

export type CallRefusal = 'not_a_number' | 'country_not_allowed' | 'premium_rate' | 'not_a_member' | 'by_a_program' | 'demo_data'

export type CallState = 'queued' | 'ringing' | 'in_progress' | 'completed' | 'busy' | 'no_answer' | 'canceled' | 'failed' | 'refused'

export type CallToReturn = Task & {
  /** The number that called; null where it was withheld, and for a task that no missed call made */
  phone: string | null
  /** RFC 3339. */
  called_at: string | null
}

export type CallingWorkflow = {
  id: string
  /** As it was then */
  name: string
  version: number
  /** The id of the run */
  run: string
  /** The id of the member who published the version */
  publisher: string
}

export type CannedReply = {
  id: string
  shortcut: string
  title: string
  body: string
  created_by: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  updated_at: string
}

export type CanvaVerb = 'list' | 'show' | 'create' | 'formats' | 'export' | 'status' | 'remove' | 'link' | 'unlink' | 'templates' | 'template' | 'autofill'

export type Cause = {
  /** Its cause: person, whatsapp, web_chat, lead, rule, webhook … */
  kind: string
  id: string | null
  words: string | null
}

export type ChangedInvoiceFields = {
  state?: string
  number?: number | null
  contact_id?: string | null
  currency?: string
  total_minor?: number
  due_on?: string | null
  paid_minor?: number
  refunded_minor?: number
  lost_minor?: number
}

export type ChangedLine = {
  /** Of the template; of a PDF, the place of the box */
  line: number
  was: string
  /** Several lines where a value has several; after 2,000 characters it is cut off with an ellipsis */
  is: string
}

export type ChangedRecord = {
  place: number
  /** The record */
  id: string
  /** Null: it has none, or is gone */
  name: string | null
  state: ChangedRecordState
  /** A code: why it was left as it was, could not be changed, or was not undone */
  reason: string | null
}

export type ChangedRecordState = 'waiting' | 'done' | 'skipped' | 'failed' | 'undone' | 'kept'

export type ChangedWhere = 'text' | 'contents' | 'seal' | 'unknown'

export type ChatWidget = {
  id: string
  name: string
  /** Origins whose pages may include the chat */
  allowed_origins: string[]
  greeting: string
  title: string
  accent: string
  /** auto: follows the visitor’s device */
  theme: ChatWidgetTheme
  /** The corner of the page */
  side: ChatWidgetCorner
  locale: string
  asks_email: boolean
  is_enabled: boolean
  /** The script tag for your pages */
  script: string
  /** A sandbox page that includes it; null without the sandbox */
  try_url: string | null
  /** RFC 3339. */
  created_at: string
}

export type ChatWidgetAppearance = {
  /** Empty: the default text of the language */
  title: string
  greeting: string
  /** #rrggbb */
  accent: string
  /** auto: follows the visitor’s device */
  theme: ChatWidgetTheme
  /** The corner of the page */
  side: ChatWidgetCorner
  locale: string
  /** Ask visitors who have written for an email address */
  asks_email: boolean
  organization: string
  /** Of the logo, on this server */
  logo_path: string | null
}

export type ChatWidgetCorner = 'left' | 'right'

export type ChatWidgetTheme = 'auto' | 'light' | 'dark'

export type ChecklistStep = {
  step: ChecklistStepName
  done: boolean
}

export type ChecklistStepName = 'first_lead' | 'channel' | 'website_chat' | 'colleague' | 'business' | 'first_invoice' | 'own_mailbox' | 'own_hours' | 'own_notifications'

export type Checkout = {
  id: string
  provider: string
  provider_checkout_id: string | null
  state: CheckoutState
  amount_minor: number
  currency: string
  is_live: boolean
  last_error: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  expires_at: string | null
}

export type CheckoutPage = {
  provider: 'stripe'
  /** In the smallest unit of the currency */
  amount: number
  currency: string
  /** Redirect the payer to this URL */
  url: string
}

export type CheckoutState = 'opening' | 'open' | 'processing' | 'paid' | 'expired' | 'failed'

export type CheckoutWidget = {
  provider: 'razorpay'
  /** Public key for the checkout widget */
  keyId: string
  orderId: string
  /** In paise */
  amount: number
  currency: string
}

export type ChosenLeadState = 'new' | 'contacted' | 'qualified' | 'not_fit'

export type CircuitState = 'closed' | 'open' | 'half_open'

export type CitedPassage = {
  document_id: string
  /** Of the document */
  title: string
  /** Which passage of the document, from 0 on: `list-knowledge-passages` reads it from there */
  place: number
  /** The headings above it, the outermost first; empty where there is none */
  heading: string
}

export type Claim = {
  id: string
  /** The contact of the claim */
  contact_id: string
  contact_name: string | null
  kind: IdentityKind
  /** As claimed; not verified */
  value: string
  source: ClaimSource
  /** RFC 3339. */
  at: string
  /** The contact that has this email address or number: possibly the same person, possibly a target of impersonation */
  known_as: ContactReference | null
}

export type ClaimSource = 'web_chat' | 'prd' | 'lead' | 'voice' | 'whatsapp' | 'number_changed' | 'booking' | 'email'

export type Cleanup = {
  id: string
  state: CleanupState
  /** What was counted at the start */
  planned: {
    sessions: number
    challenges: number
    oauth_flows: number
    idempotency: number
    deliveries: number
    provider_calls: number
    mails: number
    webhook_deliveries: number
    uploads: number
    ai_reservations: number
    transcripts: number
    sync_pages: number
  }
  removed: {
    sessions: number
    challenges: number
    oauth_flows: number
    idempotency: number
    deliveries: number
    provider_calls: number
    mails: number
    webhook_deliveries: number
    uploads: number
    ai_reservations: number
    transcripts: number
    sync_pages: number
  }
  /** RFC 3339. */
  started_at: string
  started_by: MemberReference | null
  /** RFC 3339. */
  ended_at: string | null
}

export type CleanupCount = {
  kind: CleanupKind
  count: number
  /** RFC 3339. */
  oldest_at: string | null
  /** Null where each has its own end, or the workspace sets it */
  kept_days: number | null
}

export type CleanupKind = 'sessions' | 'challenges' | 'oauth_flows' | 'idempotency' | 'deliveries' | 'provider_calls' | 'mails' | 'webhook_deliveries' | 'uploads' | 'ai_reservations' | 'transcripts' | 'sync_pages'

export type CleanupState = 'running' | 'done' | 'stopped'

export type CodeTemplate = {
  /** At most 512 characters. */
  name: string
  /** At most 20 characters. */
  language: string
}

export type CodedInvoiceLine = PricedInvoiceLine & {
  /** HSN or SAC code, in India */
  tax_code: string | null
}

export type Company = {
  id: string
  name: string
  /** Lower case, without www: contacts with an email address there belong to the company */
  domain: string | null
  /** The member who takes care of it */
  owner_id: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  updated_at: string
  /**
   * In the bin since then
   * RFC 3339.
   */
  deleted_at: string | null
}

export type CompanyContact = {
  id: string
  name: string | null
  email: string | null
  job_title: string | null
}

export type CompanyEnrichmentState = 'found' | 'nothing' | 'known' | 'asking' | 'unknown'

export type CompanyMerge = {
  /** For `undo-company-merge` */
  id: string
  /** The company as it was called */
  source: Reference
  reason: string | null
  /** RFC 3339. */
  at: string
  /** Null: a key or a workflow merged them */
  person: MemberReference | null
}

export type CompanyMergedData = {
  /** The merge */
  id: string
  /** The company that is now shown as the other one; or, after an undo, separately again */
  source_id: string
  /** The company that stands for both */
  target_id: string
  reason: string | null
  is_undone: boolean
}

export type CompanyPair = {
  /** Of the pair: both ids */
  id: string
  /** The older one first */
  companies: Company[]
  /** `number`: the same tax or registration number in a field of your own; `domain`: the same registered domain; `name`: the same name without its legal form */
  reasons: CompanyPairReason[]
  /** 1 to 7: the higher, the surer */
  strength: number
}

export type CompanyPairReason = 'number' | 'domain' | 'name'

export type CompanyReason = 'domain' | 'email' | 'name'

export type Connection = {
  id: string
  provider: string
  title: string
  kind: ConnectionKind
  /** `needs_reauth`: a user must consent again. `error`: the credentials are rejected, or the sandbox it uses is turned off */
  status: ConnectionStatus
  /** `test`: the provider’s test mode. `sandbox`: simulated on this machine */
  mode: ConnectionMode
  /** The account, as the provider names it */
  account: string | null
  scopes: string[]
  /** RFC 3339. */
  connected_at: string
  /**
   * Disconnected, with its credentials kept at most until then to close or poll checkouts that can still be paid
   * RFC 3339.
   */
  watched_until: string | null
  /**
   * Expiry of the access token, which is renewed automatically
   * RFC 3339.
   */
  expires_at: string | null
  last_error: string | null
  last_call: {
    /** RFC 3339. */
    at: string
    /** In the provider’s words */
    operation: string
    /** `refused`: a 4xx. `cut`: the response was too large or incomplete */
    outcome: ProviderCallOutcome
    /** Null when there was no response */
    status: number | null
    /** Of all attempts, including the waits between them */
    ms: number
  } | null
  /** `open`: the circuit breaker is open after repeated failures. As seen by this Foyer process */
  circuit: CircuitState
  /** Where the provider sends its webhooks */
  webhook_url: string | null
  /** `by_hand`: register `webhook_url` on the provider’s own pages, then store the secret with connect-provider */
  webhook_state: InboundWebhookState | null
}

export type ConnectionEventData = {
  /** The connection */
  id: string
  /** stripe, razorpay, google … */
  provider: string
  /** live, test or sandbox */
  mode: string
  /** connected, needs_reauth, error or disconnected */
  status: string
  /** Why it needs attention */
  reason: string | null
}

export type ConnectionKind = 'key' | 'oauth'

export type ConnectionMode = 'live' | 'test' | 'sandbox'

export type ConnectionStatus = 'connected' | 'needs_reauth' | 'error' | 'disconnected'

export type ConsentEnvironment = 'production' | 'sandbox'

export type ConsentVersion = 'electronic-signature-1'

export type ConsentedConnection = {
  id: string
  provider: string
  mode: string
  account: string
  scopes: string[]
}

export type Contact = {
  id: string
  full_name: string | null
  email: string | null
  /** E.164 */
  phone: string | null
  company: string | null
  job_title: string | null
  linkedin_url: string | null
  /** The member who takes care of them */
  owner_id: string | null
  /** Marketing permission; leads never change it */
  subscription: ContactSubscription
  /** RFC 3339. */
  opted_in_at: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  updated_at: string
  /**
   * In the bin since then
   * RFC 3339.
   */
  deleted_at: string | null
}

export type ContactChangedData = {
  /** The contact */
  id: string
  name: string | null
  email: string | null
  /** E.164 */
  phone: string | null
  company: string | null
  title: string | null
  linkedin_url: string | null
  /** The member who takes care of them */
  owner_id: string | null
  /** Only of what a CRM sync created or changed */
  cause?: 'import'
}

export type ContactDeal = Deal & {
  /** The deal has another first contact, or none; this one is a further contact of it */
  is_further: boolean
}

export type ContactLead = {
  id: string
  /** RFC 3339. */
  received_at: string
  source: string
  full_name: string | null
  email: string | null
  phone: string | null
  company: string | null
  via: string
}

export type ContactMergedData = {
  /** The merge */
  id: string
  /** The contact that is now shown as the other one; or, after an undo, separately again */
  source_id: string
  /** The canonical contact */
  target_id: string
  /** person, link, same_email, same_phone, same_whatsapp or number_changed */
  cause: string
  reason: string | null
  is_undone: boolean
}

export type ContactReason = 'email' | 'phone' | 'name' | 'company'

export type ContactReference = {
  id: string
  name: string | null
}

export type ContactSubscription = 'none' | 'subscribed' | 'unsubscribed'

export type Conversation = {
  project_id: string | null
  contact_id: string
  business_name: string | null
  client_name: string | null
  client_email: string | null
  client_phone: string | null
  project_type: string | null
  /** The assignee of the conversation; else the owner of the deal */
  assigned_to: string | null
  assigned_name: string | null
  /** It was assigned by hand, apart from the owner of the deal */
  is_claimed: boolean
  /** RFC 3339. */
  last_message_at: string | null
  last_message_preview: string | null
  last_direction: Direction | null
  /** The sender of the last message is not verified: website chat or a form */
  last_is_unverified: boolean
  /** Inbound messages that the caller has not read; at most 100 */
  unread_count: number
  session_status: ConversationState
  /** RFC 3339. */
  snoozed_until: string | null
  /** Of the last message */
  channel: MessageChannel | null
  /** Until then, free text can be sent on WhatsApp; null if they never wrote there */
  whatsapp_window: WhatsAppWindow | null
  /** Made by the demo: what is written to the client is kept, and goes to no one */
  is_demo: boolean
}

export type ConversationState = 'open' | 'closed'

export type CredentialField = {
  name: string
  label: string
  secret: boolean
  /** Where to find it */
  help: string
  optional: boolean
}

export type CreditPerson = {
  id: string
  name: string | null
  company: string | null
}

export type CreditSpend = {
  id: string
  /** RFC 3339. */
  at: string
  /** Who asked */
  person: MemberReference | null
  /** `settled`: as Apollo said it. `unknown`: no answer came, so all that it may have cost counts. `released`: nothing was paid for */
  state: CreditSpendState
  /** Why it was released or is unknown */
  reason: string | null
  /** For how many people; 0: for a company */
  asked: number
  company: Reference | null
  /** Their mobile numbers too */
  with_mobiles: boolean
  /** The most that it can cost */
  reserved: number
  /** What it did cost, or may have cost; null while it is under way */
  credits: number | null
  /** Those of them that are still known here: for 90 days, and until another call asks for them again */
  people: CreditPerson[]
}

export type CreditSpendState = 'reserved' | 'sent' | 'settled' | 'released' | 'unknown'

export type CrmConflict = {
  id: string
  connection_id: string
  provider: string
  entity: CrmEntity
  /** The CRM’s id */
  record_id: string
  our_id: string
  /** Of the record here */
  name: string | null
  field: string
  /** The name of a field of the workspace’s own */
  label: string | null
  ours: string | null
  theirs: string | null
  /** RFC 3339. */
  at: string
}

export type CrmConnection = {
  id: string
  provider: CrmProvider
  status: ConnectionStatus
  /**
   * When a synchronization last ended; null before the first
   * RFC 3339.
   */
  last_sync: string | null
  /** RFC 3339. */
  connected_at: string
  kind: ConnectionKind
  mode: ConnectionMode
  /** The account, as the CRM names it */
  account: string | null
  last_error: string | null
}

export type CrmEntity = 'companies' | 'contacts' | 'deals'

export type CrmFieldMapping = {
  entity: CrmEntity
  /** As the API of the CRM names it */
  theirs: string
  label: string
  type: string
  is_custom: boolean
  /** Whether the CRM lets programs change it */
  is_writable: boolean
  /** Values of records that are there */
  examples: string[]
  /** `custom`: kept under its own name */
  ours: SyncedField | string
  direction: SyncDirection
  conflict: SyncConflictRule
}

export type CrmLink = {
  connection_id: string
  provider: string
  title: string
  connection_status: ConnectionStatus
  /** The CRM’s id */
  record_id: string
  /** The record at the CRM, for people; null where its address is not known */
  record_url: string | null
  /** `gone`: deleted there. `merged`: another record stands for it there */
  state: 'linked' | 'gone' | 'merged'
  /**
   * When it last changed there, as of the last sync
   * RFC 3339.
   */
  modified_at: string | null
  /** RFC 3339. */
  linked_at: string
  /**
   * When its values were last read
   * RFC 3339.
   */
  seen_at: string
  /** Without empty ones */
  values: CrmValue[]
}

export type CrmProvider = 'hubspot' | 'salesforce' | 'zoho' | 'pipedrive'

export type CrmStageMapping = {
  /** The CRM’s id */
  theirs: string
  name: string
  pipeline: string
  kind: 'open' | 'won' | 'lost'
  /** The stage here */
  ours: string | null
}

export type CrmSyncFinishedData = {
  /** The sync */
  id: string
  provider: string
  kind: SyncKind
  status: SyncStatus
  /** Why it failed */
  code: string | null
  entities: CrmEntity[]
  counts: {
    companies?: SyncCounts
    contacts?: SyncCounts
    deals?: SyncCounts
  }
}

export type CrmValue = {
  /** A field here, or `custom:` and the name that the CRM’s API has for it */
  field: string
  /** What people call it: the label of a field of the CRM, the name of one of the workspace’s own */
  label: string | null
  /** As the CRM has it */
  value: string | null
  /** Ours is the same: it came from there, or both had it */
  is_ours: boolean
  /** A member pinned ours, or decided to keep it */
  is_pinned: boolean
  /** It has a value here that can be pinned */
  can_pin: boolean
}

export type CurrencyWeeks = {
  currency: string
  /** Came in, without what was refunded or lost since; as many as `from` */
  weeks: number[]
}

export type DamagedFile = {
  kind: StoredFileKind
  /** The document, record, template’s file, email’s file, message or upload */
  subject_id: string
  fault: string
  /**
   * When it was last read
   * RFC 3339.
   */
  checked_at: string
}

export type DayCount = {
  day: string
  count: number
  /** Of the day as many days before as the chart has */
  before: number
}

export type DayMedian = {
  day: string
  median_minutes: number | null
  answered: number
}

export type DayRange = {
  first: string
  last: string
}

export type Deal = {
  id: string
  name: string
  /** The slug of its stage, such as `new_lead` */
  status: string
  stage: DealStage
  pipeline_id: string
  state: DealState
  /** Its origin */
  kind: DealKind
  /** Its first contact. Null: the deal stands with its company, or alone */
  contact: DealContact | null
  company: Reference | null
  business_name: string | null
  industry: string | null
  /** In the smallest unit of the currency */
  value_minor: number | null
  /** ISO 4217 */
  currency: string | null
  /** When it is expected to close */
  close_on: string | null
  /** Per cent, of this deal; null: that of its stage */
  chance: number | null
  assigned_to: string | null
  assigned_name: string | null
  /** Reason: `{rule: "turns", turns, of, away}` (round robin: fewest assignments among the available members), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
  assigned_because: { [name: string]: unknown } | null
  /** Position in the column: smaller bytes are higher */
  rank: string
  lost_reason: string | null
  prd_state: PrdState
  response: DealResponse
  next_task: DealTask | null
  lead_id: string | null
  /** RFC 3339. */
  stage_since: string
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  closed_at: string | null
}

export type DealAssignment = {
  id: string
  /** Null: unassigned */
  person: Reference | null
  because: { [name: string]: unknown }
  /** Null: assigned by round robin, an API key or a workflow */
  by: Reference | null
  /** The workflow whose step did it, by the name that it had then */
  workflow: string | null
  /** RFC 3339. */
  at: string
}

export type DealChangedData = {
  /** The deal */
  id: string
  /** The canonical record of its first contact; null: the deal has none */
  contact_id: string | null
  name: string
  /** Its origin: prd, web_chat, whatsapp, voice, lead or manual */
  kind: string
  /** open, won, lost or linked */
  state: string
  /** The slug of its stage */
  status: string
  /** The name of its stage */
  stage: string
  /** In the smallest unit of the currency */
  value_minor: number | null
  /** ISO 4217 */
  currency: string | null
  /** When it is expected to close */
  close_on: string | null
  /** Per cent, where it has one of its own; null: that of its stage */
  chance: number | null
  assigned_to: string | null
  lost_reason: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  closed_at: string | null
  /** Only of what a CRM sync created or changed */
  cause?: 'import'
}

export type DealContact = {
  id: string
  name: string | null
  email: string | null
  /** E.164 */
  phone: string | null
}

export type DealDetail = Deal & {
  /** The deal it was merged into */
  linked_to: string | null
  asked: { [name: string]: unknown } | null
  prd: string | null
  prd_model: string | null
  /** RFC 3339. */
  prd_at: string | null
  /**
   * In the bin since then
   * RFC 3339.
   */
  deleted_at: string | null
}

export type DealEventData = {
  /** The deal */
  id: string
  /** The canonical record of its first contact; null: the deal has none */
  contact_id: string | null
  name: string
  /** Its origin: prd, web_chat, whatsapp, voice, lead or manual */
  kind: string
  /** open, won, lost or linked */
  state: string
  /** The slug of its stage */
  status: string
  /** The name of its stage */
  stage: string
  /** In the smallest unit of the currency */
  value_minor: number | null
  /** ISO 4217 */
  currency: string | null
  /** When it is expected to close */
  close_on: string | null
  /** Per cent, where it has one of its own; null: that of its stage */
  chance: number | null
  assigned_to: string | null
  lost_reason: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  closed_at: string | null
}

export type DealKind = 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual' | 'booking' | 'import'

export type DealMove = {
  id: string
  /** Null: the deal was created */
  from: Reference | null
  to: Reference
  /** Null: automatic */
  person: Reference | null
  /** The workflow whose step did it, by the name that it had then */
  workflow: string | null
  /** person, prd, web_chat, whatsapp, voice, lead, link, document or undo */
  cause: string
  why: string | null
  /** RFC 3339. */
  at: string
}

export type DealPerson = {
  id: string
  name: string | null
  email: string | null
}

export type DealResponse = {
  /**
   * Null: no first reply is due
   * RFC 3339.
   */
  due_at: string | null
  /** RFC 3339. */
  responded_at: string | null
}

export type DealStage = {
  id: string
  slug: string
  name: string
  kind: StageKind
  chance: number | null
}

export type DealState = 'open' | 'won' | 'lost' | 'linked'

export type DealTask = {
  id: string
  kind: TaskKind
  title: string
  /** RFC 3339. */
  due_at: string | null
}

export type Delivery = {
  id: string
  key: ApiKeyReference | null
  /** The lead source that it came to, in place of a key */
  source: LeadSourceReference | null
  /** RFC 3339. */
  received_at: string
  status: number
  outcome: DeliveryOutcome
  code: string | null
  field: string | null
  message: string | null
  mend: string | null
  external_id_conflict: boolean
  unused_fields: string[]
  excerpt: string | null
  /** Its lead was removed for good, and the body with it */
  body_removed: boolean
  lead_id: string | null
  replay_of: string | null
  mended_by: string | null
}

export type DeliveryDetail = Delivery & {
  body: ReceivedBody | null
  /** Null for a request to a lead source: its form and its proof are not kept */
  curl: string | null
}

export type DeliveryOutcome = 'accepted' | 'deduplicated' | 'replayed' | 'rejected' | 'held' | 'test' | 'ignored'

export type DemoCount = {
  leads: number
  contacts: number
  companies: number
  deals: number
  tasks: number
  messages: number
  calls: number
  invoices: number
  notes: number
  meetings: number
  uploads: number
}

export type Design = {
  /** Canva’s id */
  id: string
  title: string
  pages: number | null
  /**
   * At Canva, as seen last
   * RFC 3339.
   */
  changed_at: string
  /**
   * Since when Canva has no such design
   * RFC 3339.
   */
  gone_at: string | null
  /** A path of this server. Of a design that is used here it is a copy kept here; of another one it is valid for some minutes */
  picture: string | null
  /** A temporary address at Canva; null where Canva was not asked */
  edit_url: string | null
  /** A temporary address at Canva; null where Canva was not asked */
  view_url: string | null
  links: DesignLink[]
  /** The newest 20 */
  exports: DesignExport[]
}

export type DesignAccount = {
  connection_id: string
  /** As Canva names it */
  name: string | null
  status: ConnectionStatus
  mode: ConnectionMode
  last_error: string | null
  /** Its plan has brand templates */
  can_use_templates: boolean
  /** Its plan lets brand templates be filled */
  can_autofill: boolean
}

export type DesignAutofill = {
  id: string
  status: DesignJobStatus
  code: string | null
  message: string | null
  /** Once it is made */
  design: Design | null
}

export type DesignExport = {
  id: string
  format: DesignFormat
  /** Empty: all */
  pages: number[]
  status: DesignJobStatus
  /** Of the first file, once it is kept here */
  file_id: string | null
  /** One a page of pictures, one in all of the rest */
  files: DesignFile[]
  /** Why it failed */
  code: string | null
  /** What it waits for, or why it failed and what to do about it */
  message: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  ended_at: string | null
}

export type DesignFieldKind = 'text' | 'image' | 'chart'

export type DesignFile = {
  /** For download-design-file */
  id: string
  name: string
  type: string
  bytes: number
}

export type DesignFormat = 'pdf' | 'png' | 'jpg' | 'pptx' | 'gif' | 'mp4'

export type DesignJobStatus = 'queued' | 'in_progress' | 'done' | 'failed'

export type DesignKind = 'doc' | 'email' | 'presentation' | 'whiteboard'

export type DesignLink = {
  id: string
  deal: Reference | null
  contact: ContactReference | null
  /** RFC 3339. */
  linked_at: string
}

export type DesignTemplate = {
  id: string
  title: string
}

export type DesignTemplateField = {
  name: string
  kind: DesignFieldKind
}

export type DifferingRecord = {
  id: string
  fields: string[]
}

export type Direction = 'in' | 'out'

export type Discrepancy = {
  id: string
  kind: DiscrepancyKind
  provider: string
  provider_payment_id: string | null
  provider_checkout_id: string | null
  invoice: InvoiceReference | null
  amount_minor: number | null
  currency: string | null
  facts: { [name: string]: string | number | boolean | null }
  /** RFC 3339. */
  at: string
  /** RFC 3339. */
  resolved_at: string | null
  resolution: string | null
}

export type DiscrepancyKind = 'wrong_invoice' | 'wrong_amount' | 'wrong_currency' | 'wrong_mode' | 'double_payment' | 'paid_after_void' | 'disputed' | 'dispute_lost' | 'missing_here' | 'missing_at_provider' | 'different_amount'

export type DisputeState = 'open' | 'won' | 'lost'

export type Document = {
  id: string
  title: string
  doc_type: DocumentType
  status: DocumentStatus
  /** After all have signed: whether it is sealed yet */
  seal: SealState | null
  deal_id: string | null
  contact_id: string | null
  signers: DocumentSigner[]
  /**
   * Since when the one waits who was asked first and has not signed
   * RFC 3339.
   */
  waiting_since: string | null
  /** The page of the document in the app */
  url: string
  /** RFC 3339. */
  ends_at: string
  /** RFC 3339. */
  signed_at: string | null
  /** RFC 3339. */
  created_at: string
}

export type DocumentDetail = {
  id: string
  title: string
  doc_type: DocumentType
  status: DocumentStatus
  /** After all have signed: whether it is sealed yet */
  seal: SealState | null
  deal_id: string | null
  contact_id: string | null
  signers: DocumentSignerDetail[]
  /**
   * Since when the one waits who was asked first and has not signed
   * RFC 3339.
   */
  waiting_since: string | null
  /** The page of the document in the app */
  url: string
  /** RFC 3339. */
  ends_at: string
  /** RFC 3339. */
  signed_at: string | null
  /** RFC 3339. */
  created_at: string
  status_reason: string | null
  /** Why the last try to seal it failed, in English */
  seal_reason: string | null
  /** The same by name, where it has one */
  seal_code: SealCode | null
  /**
   * When it is sealed without what it waits for; null where it waits on
   * RFC 3339.
   */
  seal_waits_until: string | null
  template_id: string
  template_version: number
  template_name: string
  /** Once it is sealed */
  timestamp: SealTimestamp | null
  /** Once it is sealed */
  long_term: SealLongTerm | null
  pages: number
  /** What its signers fill in */
  fields: DocumentField[]
  files: DocumentFile[]
  evidence: EvidenceEvent[]
  /** Where it differs from its template */
  changed_text: ChangedLine[]
  /** Whether a signature that was made elsewhere may be recorded */
  allows_attesting: boolean
  verify_url: string
  reminders: SigningReminders
  /**
   * It is removed after that; null as long as it is open
   * RFC 3339.
   */
  kept_until: string | null
  /**
   * Of a legal hold, under which it is not removed
   * RFC 3339.
   */
  held_since: string | null
  /** Why it is held */
  hold_reason: string | null
}

export type DocumentFacts = {
  id: string
  title: string
  doc_type: DocumentType
  status: DocumentStatus
  seal: SealState | null
  deal_id: string | null
  contact_id: string | null
  template_id: string
  /** RFC 3339. */
  ends_at: string
  /** RFC 3339. */
  signed_at: string | null
}

export type DocumentField = {
  id: string
  signer_id: string
  kind: FieldKind
  label: string | null
  /** Whether a text must be typed, or a tick set; the other kinds are filled in by signing */
  required: boolean
  page: number
}

export type DocumentFile = {
  id: string
  kind: DocumentFileKind
  sha256: string
  bytes: number
  /**
   * When it was last read whole and compared
   * RFC 3339.
   */
  checked_at: string
  fault: string | null
  /** Of an uploaded one */
  paper: UploadedPaper | null
}

export type DocumentFileKind = 'original' | 'sealed' | 'certificate' | 'uploaded'

export type DocumentKind = 'invoice' | 'receipt'

export type DocumentSigner = {
  name: string
  role: SignerRole
  state: SignerState
  /** RFC 3339. */
  signedAt: string | null
}

export type DocumentSignerDetail = DocumentSigner & {
  id: string
  email: string
  /** Those of one turn sign in any order; the next turn is asked when all of it have signed */
  turn: number
  /** `link`: by their own link. `session`: signed in. `attested`: a member of the workspace says so */
  class: SignatureClass | null
  /** The name under which they signed, where that is another */
  signed_as: string | null
  /**
   * When they signed, as a member said it, where that is another time
   * RFC 3339.
   */
  claimed_at: string | null
  reason: string | null
  /** RFC 3339. */
  asked_at: string | null
  /** RFC 3339. */
  reminded_at: string | null
  /** RFC 3339. */
  opened_at: string | null
  /**
   * Since when it is known that the newest email that asked them did not reach a mail server
   * RFC 3339.
   */
  undelivered_at: string | null
  /**
   * When the sealed document was emailed to them; null before
   * RFC 3339.
   */
  told_at: string | null
  /** Asked for before the document is shown, and how it is sent */
  code: SignerCode
  /** The number that codes by WhatsApp go to; null where none does */
  phone: string | null
  /** Who should sign instead, as this signer says */
  successor: SigningSuccessor | null
}

export type DocumentStatus = 'pending_signature' | 'signed' | 'declined' | 'expired' | 'voided'

export type DocumentType = 'contract' | 'invoice'

export type DoneOrFailed = 'done' | 'failed'

export type DueInvoice = {
  id: string
  label: string
  client_name: string
  contact_id: string | null
  total_minor: number
  currency: string
  due_on: string | null
  overdue: boolean
}

export type DuplicatePair = {
  /** Of the pair: both ids */
  id: string
  /** The older one first */
  contacts: Contact[]
  /** `mailbox`: the same mailbox, but for dots or what follows a plus; `phone`: the same last nine digits, which no more than five contacts have; `name_company` and `name_domain`: the same name at one company */
  reasons: DuplicateReason[]
  /** 1 to 7: the higher, the surer */
  strength: number
}

export type DuplicateReason = 'mailbox' | 'phone' | 'name_company' | 'name_domain'

export type EarlierUpload = {
  id: string
  name: string
  /** RFC 3339. */
  imported_at: string
  rows: number
}

export type EffectDoneAnew = {
  node: string
  path: string
  count: number
  reason: string
}

export type Email = {
  id: string
  mailbox_id: string
  direction: EmailDirection
  /**
   * By the provider’s clock
   * RFC 3339.
   */
  at: string
  from: EmailPerson | null
  to: EmailPerson[]
  cc: EmailPerson[]
  subject: string
  preview: string
  /** In the mailbox */
  unread: boolean
  folders: string[]
  kind: EmailKind
  /** Its provider says that it comes from whom it says */
  is_proven: boolean
  /** Why it could not be read whole */
  broken: string | null
  attachments: EmailAttachment[]
  /** Of one that was written here */
  state: EmailState | null
  error: string | null
  /**
   * When its picture was first loaded by others than its sender
   * RFC 3339.
   */
  opened_at: string | null
  /** What a mail server says of those whom it did not reach */
  bounced: string | null
  /**
   * When it was deleted in the mailbox; it stays as part of a conversation
   * RFC 3339.
   */
  gone_at: string | null
}

export type EmailAttachment = {
  index: number
  name: string | null
  type: string
  bytes: number
  /** What the HTML names as `cid:` */
  content_id: string | null
  is_inline: boolean
}

export type EmailCopyState = 'waiting' | 'failed'

export type EmailDetail = Email & {
  /** Of one that was written here */
  bcc: EmailPerson[]
  reply_to: EmailPerson[]
  text: string | null
  /** A stranger’s: show it only in a sandboxed frame */
  html: string | null
  /** Loads of the picture that says that a mail was opened */
  loads: EmailLoad[]
  /** Its pictures from elsewhere are shown without asking: you chose that of its sender, who is proven */
  shows_pictures: boolean
  /** Why its provider did not mark it */
  seen_error: string | null
  /** Of a sent mail that its mailbox did not keep: `waiting` while Foyer tries again, for some hours, then `failed`. Foyer alone lists it in the folder of sent mails. Null: the mailbox has it, as far as is known */
  copy_state: EmailCopyState | null
  /** Why its mailbox did not keep it */
  copy_error: string | null
  /** RFC 3339. */
  send_at: string | null
}

export type EmailDirection = 'in' | 'out'

export type EmailDraft = {
  id: string
  /** Give it with the next save */
  version: number
  kind: EmailDraftKind
  /** The mail that it answers or passes on */
  email_id: string | null
  from: string
  /** As typed */
  to: string
  subject: string
  preview: string
  /** RFC 3339. */
  updated_at: string
}

export type EmailDraftDetail = EmailDraft & {
  /** Of the window that saved it last */
  window_id: string
  cc: string
  bcc: string
  text: string
  tracked: boolean
  /** It gets the signature of its mailbox */
  signed: boolean
  /** The files of the mail that it passes on are still to be fetched */
  takes_files: boolean
  files: EmailFile[]
}

export type EmailDraftKind = 'new' | 'reply' | 'reply_all' | 'forward'

export type EmailFile = {
  id: string
  name: string
  type: string
  bytes: number
  /** How many of them are here */
  received_bytes: number
}

export type EmailFolder = {
  /** The `labelId` of `fetch-inbox` */
  id: string
  name: string
  /** Null: made by a person */
  role: EmailFolderRole | null
  /** Of the newest 5,000 unread mails of the mailbox; of `not_sent` those that failed or may have left. At most 1,000 */
  unread: number
}

export type EmailFolderRole = 'inbox' | 'sent' | 'drafts' | 'spam' | 'trash' | 'archive' | 'all' | 'not_sent'

export type EmailKind = 'person' | 'bulk' | 'automatic' | 'bounce'

export type EmailLoad = {
  class: EmailLoadClass
  /** Who loaded the picture, as far as can be known */
  words: string
  /** RFC 3339. */
  first_at: string
  /** RFC 3339. */
  last_at: string
  times: number
}

export type EmailLoadClass = 'person' | 'proxy' | 'scanner' | 'own'

export type EmailPerson = {
  name: string | null
  email: string
}

export type EmailReading = {
  /** RFC 3339. */
  synced_at: string | null
  /**
   * Since when it could not be read
   * RFC 3339.
   */
  behind_since: string | null
  last_error: string | null
  /** Mails of a reading of everything; null when there is none */
  listed: number | null
  /** How many of them are here */
  copied: number
  /**
   * How far back it is read; null until the first reading begins
   * RFC 3339.
   */
  since: string | null
  /** All since then is here: no reading of everything is under way */
  is_complete: boolean
}

export type EmailState = 'queued' | 'sending' | 'sent' | 'failed' | 'uncertain' | 'cancelled'

export type EmailVisibility = 'time' | 'subject' | 'all'

export type EndedSignLink = {
  /** Who sent the document */
  organization: string
  brand: Brand
  locale: string
  /** RFC 3339. */
  ended_at: string
}

export type EventTypeMode = 'one' | 'round_robin' | 'collective'

export type EventTypeShown = {
  slug: string
  name: string
  about: string
  minutes: number
  /** Their names */
  hosts: string[]
  organization: string
  brand: Brand
  organization_slug: string
  place: 'meet' | 'link' | 'phone' | 'address'
  address: string | null
  questions: BookingQuestion[]
  approval: boolean
  host_zone: string
  horizon_days: number
}

export type EvidenceEvent = {
  seq: number
  kind: string
  /** RFC 3339. */
  at: string
  who: string | null
  facts: { [name: string]: unknown }
  hash: string
}

export type ExaminedAs = 'intact' | 'changed' | 'appended' | 'cut' | 'foreign' | 'unreadable'

export type Fact = {
  id: string
  field: string
  value: string
  /** `pinned`: set by a person and changed by people only. `proposed`: AI found a different value */
  state: FactState
  /** `person`, `workflow`, `key`, or the provider that found it: `gemini` */
  source: string
  model: string | null
  /** RFC 3339. */
  at: string
  /** The member who wrote or accepted it */
  person: Reference | null
  /** The workflow whose step did it, by the name that it had then */
  workflow: string | null
}

export type FactState = 'current' | 'pinned' | 'proposed'

export type FieldChoice = {
  id: string
  name: string
  /** 1 to 8: the color */
  hue: number
  /** It is shown where it was chosen, and cannot be chosen any more */
  is_archived: boolean
}

export type FieldKind = 'signature' | 'initials' | 'name' | 'date' | 'text' | 'tick'

export type FieldType = 'text' | 'number' | 'money' | 'date' | 'choice' | 'choices' | 'person' | 'link' | 'tick'

/** By key, each field of this kind of record: text and link as text, number, money as `{amount_minor, currency}`, date as `YYYY-MM-DD`, choice and person as `{id, name}`, choices as a list of these, tick as true or false; null: no value */
export type FieldValues = { [name: string]: string | number | boolean | MoneyValue | Reference | Reference[] | null }

export type FileExamination = {
  /** `intact`: sealed here and unchanged. `changed`: changed after it was sealed here. `appended`: something was added after the seal. `cut`: a part, or an earlier state, of a file that was sealed here. `foreign`: not sealed here. `unreadable`: no PDF that can be read */
  result: ExaminedAs
  /** Of what was sealed here: whose certificate it was */
  sealedBy: string | null
  /**
   * What the seal says, where it still holds
   * RFC 3339.
   */
  sealedAt: string | null
  /** Of what was changed. `text`: what is written on `pages`. `contents`: pictures, fonts or others, but no text. `seal`: the signature itself, so that it may never have been sealed here */
  where: ChangedWhere | null
  /** Whose text is another, the first 20; counted from 1 */
  pages: number[]
  /** Of what was appended: how much */
  addedBytes: number | null
  /** Of which signed document the file is or was, where that is certain */
  documentId: string | null
  /** Of an unchanged file of that document: whether its stored files and evidence are whole at this moment */
  documentHolds: boolean | null
}

export type FilesCount = {
  kind: StoredFileKind
  files: number
  bytes: number
}

export type FilesPlace = 'folder' | 's3'

export type FilterMatch = 'all' | 'any'

export type FirstReferral = Referral & {
  message_id: string
  /** RFC 3339. */
  at: string
}

export type Font = {
  name: string
  /** Names as in Unicode */
  scripts: string[]
}

export type FormField = {
  name: string
  value: string
}

export type FormResponse = {
  name: string | null
  fields: FormField[]
}

export type FoundPerson = {
  id: string
  /** The last name is masked */
  name: string | null
  title: string | null
  company: string | null
  /** Apollo has an email address, which enrichment may bring */
  has_email: boolean
  /** What enrichment knows here; `found` costs nothing any more */
  state: ProspectState
}

export type FromOutside = 'ask' | 'follow'

export type HeldWork = {
  /** mails: outgoing emails · messages: WhatsApp · webhooks: deliveries to other programs · payments: polling payment providers · syncs: calls, templates, files and addresses at other services · ai: AI drafts · workflows: runs that were under way */
  kind: HeldWorkKind
  /** How many items are held. 0: only scheduled work is held */
  count: number
  /**
   * When the oldest item was created
   * RFC 3339.
   */
  oldest_at: string | null
  /** RFC 3339. */
  newest_at: string | null
}

export type HeldWorkKind = 'mails' | 'messages' | 'webhooks' | 'payments' | 'syncs' | 'ai' | 'workflows'

export type HitAmount = {
  minor: number
  currency: string
}

export type HomeSection = 'replies' | 'leads' | 'tasks' | 'calls' | 'deals' | 'meetings' | 'money' | 'documents' | 'steps' | 'charts' | 'checklist'

export type HttpCredential = {
  /** The `connection` of an HTTP step */
  id: string
  name: string
  /** The only place that it is sent to: `https://api.example.com` */
  origin: string
  header: string
  /** RFC 3339. */
  updated_at: string
}

export type HumanStep = {
  /** `stepId` of resume-workflow */
  id: string
  run_id: string
  workflow: Reference
  state: HumanStepState
  heading: string
  text: string
  form: HumanStepField[]
  /** The buttons */
  choices: HumanStepChoice[]
  /** The record that the run is about */
  about: HumanStepSubject | null
  /** The member who is asked */
  person: MemberReference | null
  /** All of this role and above are asked; any of them answers */
  role: 'member' | 'admin' | 'owner' | null
  /** The address of the client who is asked */
  client: string | null
  /** RFC 3339. */
  opened_at: string
  /**
   * Then the run goes on without an answer
   * RFC 3339.
   */
  due_at: string | null
  /** RFC 3339. */
  reminded_at: string | null
  /** RFC 3339. */
  escalated_at: string | null
  /** `choice` and the fields of the form */
  answer: { [name: string]: unknown } | null
  /** The name of the member or key, or the address of the client */
  answered_by: string | null
  /** RFC 3339. */
  settled_at: string | null
}

export type HumanStepChoice = {
  id: string
  label: string
}

export type HumanStepField = {
  /** Its name in `data` */
  name: string
  label: string
  /** `money` is {"amount_minor","currency"}, `date` a day, `tick` true or false, `several` a list of choices */
  type: WorkflowFieldType
  required: boolean
  /** Of `choice` and `several` */
  choices: HumanStepFieldChoice[]
  help: string | null
}

export type HumanStepFieldChoice = {
  value: string
  label: string
}

export type HumanStepState = 'open' | 'answered' | 'timed_out' | 'cancelled'

export type HumanStepSubject = {
  kind: WorkflowSubjectKind
  id: string
  name: string | null
}

export type Identity = {
  /** whatsapp: a business-scoped user id */
  kind: IdentityKind
  value: string | null
  /** The contact record it came with */
  contact_id: string
  /** When it was verified by a message from there or by a member; null: claimed, not verified */
  proof: 'message' | 'member' | null
}

export type IdentityKind = 'email' | 'phone' | 'whatsapp'

export type InboundWebhookState = 'ready' | 'waiting' | 'by_hand'

export type InboxEmail = {
  id: string
  /** As mail programs show it */
  from: string
  subject: string
  preview: string
  /** RFC 3339. */
  date: string
  unread: boolean
  mail: Email
}

export type Integration = {
  id: string
  provider: string
  /** `needs_reauth`: a user must consent again. `error`: the credentials are rejected, or the sandbox it uses is turned off */
  status: ConnectionStatus
  /** The account, as the provider names it */
  account: string | null
  scopes: string[]
  /** RFC 3339. */
  connected_at: string
  /**
   * Expiry of the access token, which is renewed automatically
   * RFC 3339.
   */
  expires_at: string | null
  last_error: string | null
}

export type Invitation = SentInvitation & {
  name: string | null
  invited_by: Reference | null
  /** RFC 3339. */
  created_at: string
  expired: boolean
}

export type Invoice = InvoiceSummary & {
  lines: InvoiceLine[]
  taxes: InvoiceTax[]
  /** What each tax is made of, by the law of India; they add up to `tax_minor`, and the central tax has the odd paisa. Empty without a place of supply, or where the sender has no GSTIN */
  tax_parts: InvoiceTaxPart[]
  note: string | null
}

export type InvoiceChangedData = {
  /** As in the history of the invoice: `sent`, `payment_received`, `voided` … */
  kind: string
  /** Null: it was created */
  before: ChangedInvoiceFields | null
  /** Null: it was removed */
  after: ChangedInvoiceFields | null
  /** The invoice */
  id: string
}

export type InvoiceEvent = {
  id: string
  /** RFC 3339. */
  at: string
  kind: string
  source: 'person' | 'return' | 'webhook' | 'poll' | 'system'
  person: Reference | null
  /** The workflow whose step did it, by the name that it had then */
  workflow: string | null
  /** Details: ids, amounts, reasons */
  facts: { [name: string]: unknown }
}

export type InvoiceLine = CodedInvoiceLine & {
  id: string
}

export type InvoiceNumbering = {
  prefix: string
  /** `year`: numbers begin anew on 1 January and bear the year; `april`: on 1 April, and bear both years, such as 2026-27 */
  period: InvoiceNumberingPeriod
  /** Digits of the number; it is filled up with zeros */
  width: number
  /** What the next invoice is called if it is sent now */
  next_label: string
  /** The invoice that was sent last */
  last_label: string | null
}

export type InvoiceNumberingPeriod = 'none' | 'year' | 'april'

export type InvoiceReference = {
  id: string
  label: string | null
}

export type InvoiceRequirement = {
  field: InvoiceRequirementField
  /** Where it is filled in: the business details, the invoice, or the numbering */
  place: InvoiceRequirementPlace
  /** Whose law asks for it; null: there is no country yet, so nothing could be checked */
  country: string | null
  /** The law */
  source: string | null
}

export type InvoiceRequirementField = 'country' | 'legal_name' | 'street' | 'city' | 'postcode' | 'registration' | 'tax_numbers' | 'vat' | 'gstin' | 'label' | 'client_address' | 'client_tax_number' | 'client_vat' | 'place_of_supply' | 'tax_code'

export type InvoiceRequirementPlace = 'business' | 'invoice' | 'numbering'

export type InvoiceState = 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded'

export type InvoiceSummary = {
  /** Sum of the lines, excluding tax */
  subtotal_minor: number
  tax_minor: number
  total_minor: number
  id: string
  /** Assigned when it is sent: 1, 2, 3 … without gaps, anew in each period of the numbering */
  number: number | null
  /** What it is called, such as INV-0007 or RE-2026-0007 */
  label: string | null
  state: InvoiceState
  state_reason: string | null
  /** Sent, unpaid, and its due date is over in the time zone of the workspace */
  overdue: boolean
  client_name: string
  client_email: string
  client_address: string | null
  client_tax_number: string | null
  /** ISO 3166-1 alpha-2 */
  client_country: string | null
  /** The client owes the tax */
  reverse_charge: boolean
  /** GST code of the state, in India; 96: outside India */
  place_of_supply: string | null
  contact_id: string | null
  /** ISO 4217 */
  currency: string
  paid_minor: number
  refunded_minor: number
  /** Amount lost to disputes (chargebacks) */
  lost_minor: number
  due_on: string | null
  /** Language of the document, its emails and its pay page */
  locale: string
  /** The public pay page; null for a draft */
  pay_url: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  sent_at: string | null
  /** RFC 3339. */
  paid_at: string | null
  /** RFC 3339. */
  voided_at: string | null
}

export type InvoiceTax = {
  /** Percent */
  rate: string
  base_minor: number
  tax_minor: number
}

export type InvoiceTaxPart = {
  /** Integrated, central, state or union territory tax of India (IGST, CGST, SGST, UTGST) */
  kind: InvoiceTaxPartKind
  /** Percent: of the central and the state’s tax half the rate of the line each */
  rate: string
  base_minor: number
  tax_minor: number
}

export type InvoiceTaxPartKind = 'igst' | 'cgst' | 'sgst' | 'utgst'

export type KeptReason = 'has_invoice' | 'has_signed_document' | 'has_accepted_proposal' | 'has_open_document' | 'has_open_proposal' | 'has_meeting' | 'record_not_found'

export type KeptRecord = {
  kind: CrmEntity
  id: string
  reason: string
}

export type KeptStep = {
  node: string
  path: string
}

export type KeyChangedData = {
  /** The key */
  id: string
  name: string
  /** Its last four characters */
  hint: string
  /** made, changed, rolled or revoked */
  change: string
}

export type KnowledgeAnswer = {
  /** `nothing_found`: the documents say nothing about it. `not_answered`: the passages that were found do not answer it */
  outcome: KnowledgeAnswerOutcome
  /** Empty unless it is answered */
  sentences: KnowledgeAnswerSentence[]
  /** What was found, the best first */
  passages: KnowledgePassage[]
  /** Which model was asked; null where none was */
  model: string | null
}

export type KnowledgeAnswerOutcome = 'answered' | 'not_answered' | 'nothing_found'

export type KnowledgeAnswerSentence = {
  /** Untrusted text: display it as text */
  text: string
  /** What it rests on: at least one */
  passages: CitedPassage[]
}

export type KnowledgeKind = 'text' | 'markdown' | 'html' | 'pdf'

export type KnowledgeLanguage = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'hi' | 'other'

export type KnowledgePassage = {
  document_id: string
  /** Of the document */
  title: string
  /** Which passage of the document, from 0 on */
  place: number
  /** The headings above it, the outermost first; empty where there is none */
  heading: string
  text: string
  /** How much of the question it covers: 1 where it has every word, more where title or headings have them */
  rank: number
}

export type KnowledgeReadPassage = {
  place: number
  /** The headings above it, the outermost first; empty where there is none */
  heading: string
  text: string
}

export type KnowledgeSource = {
  id: string
  title: string
  kind: KnowledgeKind
  /** Null for a document that was written here */
  file_name: string | null
  /** `other`: words are found as they stand, without their stems */
  language: KnowledgeLanguage
  words: number
  /** In how many parts it is searched */
  passages: number
  /** Who saved it last */
  saved_by: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  updated_at: string
}

export type Language = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'hi'

export type LastWebhookDelivery = {
  /** RFC 3339. */
  at: string
  state: WebhookDeliveryState
  status: number | null
}

export type LeadChangedData = {
  /** The lead */
  id: string
  /** The canonical contact of the lead */
  contact_id: string
  external_id: string | null
  source: string
  /** How it came: api, source, upload, replay or person (added by hand) */
  origin: string
  name: string | null
  /** new, contacted, qualified, not_fit or deal */
  state: string
  /** Why it is not a fit */
  state_reason: string | null
  /** The member who takes care of it */
  owner_id: string | null
  /** The state before; null: it did not change */
  previous_state: string | null
  /** The owner before; null: none, or it did not change */
  previous_owner_id: string | null
}

export type LeadConsent = {
  basis?: string
  source?: string
  obtained_at?: string
  recognised: boolean
}

export type LeadDelivery = {
  id: string
  /** RFC 3339. */
  received_at: string
  status: number
  outcome: string
  flags: string[]
  key_name: string | null
}

export type LeadDetail = LeadSummary & {
  note: string | null
  linkedin_url: string | null
  metadata: { [name: string]: unknown }
  /**
   * Since when it is in this state; null: it is new since it was received
   * RFC 3339.
   */
  state_at: string | null
  /** The member who moved it there, or whose reply did */
  state_by: Reference | null
  /** Whether its sender waits for a first answer */
  waits_for_answer: boolean
  consent: LeadConsent | null
  /**
   * In the bin since then
   * RFC 3339.
   */
  deleted_at: string | null
  delivery_id: string | null
  upload_id: string | null
  upload_row: number | null
  /** The exact body; null for a row of a file */
  received: string | null
  /** Members of the body that are ignored; with `set-lead-fields`, keys in `fields` that no field has, as `fields.<key>` */
  unused_fields: string[]
  /** Values in `fields` that do not fit, and were not taken */
  field_faults: LeadFieldFault[]
}

export type LeadField = 'email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at'

export type LeadFieldFault = {
  key: string
  message: string
}

export type LeadFormConsentText = {
  version: number
  text: string
  created_by: Reference | null
  /**
   * Since when the form says so
   * RFC 3339.
   */
  created_at: string
}

export type LeadFormField = {
  kind: LeadFormFieldKind
  name: string
  /** Empty: as the language calls it */
  label: string
  required: boolean
  options: string[]
  /** The key of a field of leads that the answer is set in */
  field: string | null
}

export type LeadFormFieldKind = 'name' | 'email' | 'phone' | 'company' | 'title' | 'note' | 'text' | 'long_text' | 'choice' | 'choices' | 'checkbox'

export type LeadFormLanguage = 'en' | 'de' | 'fr' | 'es' | 'pt' | 'hi'

export type LeadOrigin = 'api' | 'upload' | 'replay' | 'demo' | 'source' | 'person' | 'workflow'

export type LeadReceivedData = {
  /** The lead */
  id: string
  /** The contact of the lead */
  contact_id: string
  external_id: string | null
  source: string
  name: string | null
  /** As received */
  email: string | null
  /** As received */
  phone: string | null
  /** The same in E.164, if it could be parsed */
  phone_e164: string | null
  company: string | null
  title: string | null
  note: string | null
  linkedin_url: string | null
  /** api, source, upload, replay, person or workflow */
  via: string
  /** RFC 3339. */
  received_at: string
}

export type LeadSource = {
  id: string
  kind: LeadSourceKind
  name: string
  /** `waiting`: for its first lead; `trouble`: its leads, or those of one of its forms, cannot be fetched */
  state: LeadSourceState
  /** Where its requests are sent; null where Foyer fetches them */
  url: string | null
  settings: {
    kind: 'form'
    locale: LeadFormLanguage
    heading: string
    button: string
    accent: string
    fields: LeadFormField[]
    consent: {
      text: string
      required: boolean
    } | null
    /** Of the consent text */
    version: number
    thanks: {
      text: string
      url: string | null
    }
    origins: string[]
  } | {
    kind: 'google_ads'
  } | {
    kind: 'meta'
    /** A connection to Meta */
    connectionId: string
    /** A page that `list-meta-pages` lists */
    pageId: string
    /**
     * As people call it
     * At most 255 characters.
     */
    pageName: string
    /** Of the page; null: all of them, later ones too */
    formIds: string[] | null
    /**
     * When it is made: leads of so many days before come in, too. Meta keeps them for 90. Later: `poll-meta-source`
     * Default: `0`.
     */
    earlierDays: number
  } | {
    kind: 'webhook'
    /**
     * The preset that it was made from
     * Default: `"generic"`.
     */
    service: string
    /** Default: `{"by":"address"}`. */
    proof: {
      by: 'signature'
      /** Name of a header */
      header: string
      /**
       * Before the signature in its header, such as `sha256=`
       * At most 32 characters.
       * Default: `""`.
       */
      prefix: string
      encoding: SignatureEncoding
      /** HMAC-SHA256 over this. `id.timestamp.body`: Standard Webhooks, with `webhook-id` and `webhook-timestamp` */
      signed: SignedText
      timestamp: {
        /** null: in the header of the signature, as `t=…` */
        header: string | null
        unit: TimestampUnit
        /** Default: `300`. */
        toleranceSeconds: number
      } | null
    } | {
      by: 'header'
      /** Name of a header */
      header: string
    } | {
      by: 'address'
    }
    /** Requests in which this place has none of these texts are ignored */
    only: {
      /** At most 400 characters. */
      place: string
      is: string[]
    } | null
    /**
     * Requests in which something stands at this place are ignored
     * At most 400 characters.
     */
    unless: string | null
    /** A list of answers, or an object of them, whose entries are found by key */
    answers: {
      /** At most 400 characters. */
      list: string
      /**
       * Within an entry
       * At most 400 characters.
       */
      key: string
      /**
       * Within an entry: the question as a person reads it
       * At most 400 characters.
       */
      label: string | null
      /**
       * Within an entry; null: under the name that its `type` has
       * At most 400 characters.
       */
      value: string | null
      /**
       * Within an entry: a list of {id, text} that its value names
       * At most 400 characters.
       */
      options: string | null
    } | null
    /** Default: `{}`. */
    mapping: {
      /** At most 400 characters. */
      email?: string
      /** At most 400 characters. */
      phone?: string
      /** At most 400 characters. */
      name?: string
      /** At most 400 characters. */
      first_name?: string
      /** At most 400 characters. */
      last_name?: string
      /** At most 400 characters. */
      company?: string
      /** At most 400 characters. */
      title?: string
      /** At most 400 characters. */
      note?: string
      /** At most 400 characters. */
      linkedin_url?: string
      /** At most 400 characters. */
      external_id?: string
    }
  }
  /** What its sender must send, where a person copies it there; of a webhook, only as it is made */
  secret: string | null
  has_secret: boolean
  /** RFC 3339. */
  last_lead_at: string | null
  /** 1,000 at most */
  leads_7_days: number
  /** 1,000 at most */
  rejected_7_days: number
  /** Rejected requests that wait to be replayed, or looked at one by one, however old; 1,000 at most */
  rejected: number
  /** Requests that wait to be released, 1,000 at most */
  held: number
  /** Requests with the id of another person’s lead, of which no lead was made; 1,000 at most */
  conflicts: number
  /** The newest three requests had one id and came from different people: the mapping of the id is wrong */
  has_constant_id: boolean
  created_by: Reference | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  switched_off_at: string | null
}

export type LeadSourceKind = 'form' | 'google_ads' | 'meta' | 'webhook'

export type LeadSourceReference = {
  id: string
  name: string
  kind: string
}

export type LeadSourceSample = {
  delivery_id: string
  /** RFC 3339. */
  received_at: string
  places: SamplePlace[]
  proposed: {
    /** At most 400 characters. */
    email?: string
    /** At most 400 characters. */
    phone?: string
    /** At most 400 characters. */
    name?: string
    /** At most 400 characters. */
    first_name?: string
    /** At most 400 characters. */
    last_name?: string
    /** At most 400 characters. */
    company?: string
    /** At most 400 characters. */
    title?: string
    /** At most 400 characters. */
    note?: string
    /** At most 400 characters. */
    linkedin_url?: string
    /** At most 400 characters. */
    external_id?: string
  }
}

export type LeadSourceState = 'waiting' | 'working' | 'silent' | 'rejecting' | 'trouble' | 'off'

export type LeadState = 'new' | 'contacted' | 'qualified' | 'not_fit' | 'deal'

export type LeadSummary = {
  id: string
  /** RFC 3339. */
  received_at: string
  full_name: string | null
  email: string | null
  /** As received */
  phone: string | null
  phone_e164: string | null
  company: string | null
  job_title: string | null
  source: string
  external_id: string | null
  contact_id: string
  /** person: added by hand; workflow: by a step of a workflow */
  via: LeadOrigin
  /** `new` until a person answers, or a member moves it */
  state: LeadState
  /** Why it is not a fit */
  state_reason: string | null
  /** The member who takes care of it */
  owner: Reference | null
}

export type LinkedStep = {
  /** Who asks */
  organization: string
  brand: Brand
  state: HumanStepState
  heading: string
  text: string
  form: HumanStepField[]
  /** The buttons */
  choices: HumanStepChoice[]
  /** RFC 3339. */
  due_at: string | null
  answered_by: 'client' | 'organization' | null
  /** The button that was pressed, by its label */
  chosen: string | null
  /** RFC 3339. */
  settled_at: string | null
}

export type ListCondition = {
  /**
   * A key of `describe-list`; a field of the workspace’s own is `field.<key>`
   * At most 80 characters.
   */
  field: string
  op: ListOperator
  /**
   * Of `person`: the id of a member, `me` or `nobody`. Of `in_period`: a `ListPeriod`. Of `on`, `before`, `after`: YYYY-MM-DD. Of `…_days`: a number of days. Of `tags`: ids. Of `record`: its id. Of `money`: the smallest unit, with `currency`.
   * At most 200 characters.
   */
  value?: string | number | boolean | readonly string[] | undefined
  /**
   * Of `money`: ISO 4217
   * At most 3 characters.
   */
  currency?: string | undefined
}

export type ListDensity = 'compact' | 'normal' | 'comfortable'

export type ListField = {
  key: string
  name: string
  type: ListFieldType
  /** It can be shown */
  is_column: boolean
  /** It is shown where a call names no columns */
  is_usual: boolean
  /** A field of the workspace’s own */
  is_own: boolean
  can_sort: boolean
  /** Null where it can. `no_index`: no index serves it, so that it would take seconds with a million records; `searched`: the same, and `search` finds it; `several_values`: a record has several of them */
  no_sort_because: ListLimit | null
  /** Empty: the list cannot be filtered by it */
  operators: ListOperator[]
  /** Null where it can. `no_index`: no index serves it, so that it would take seconds with a million records; `searched`: the same, and `search` finds it; `several_values`: a record has several of them */
  no_filter_because: ListLimit | null
  /** Of `choice`, `choices` and `tags`; null of others */
  choices: ListFieldChoice[] | null
  currency: string | null
  /** Of a `record` that can be filtered by: its kind. Of a company it is what belongs to it, to its contacts or to its deals, of a contact also what belongs to their deals. Of a company the newest 500 contacts and deals count. */
  belongs_to: ListHolderKind | null
}

export type ListFieldChoice = {
  value: string
  /** Of a stage, where there are several pipelines: with that of its pipeline */
  name: string
  /** It can be filtered by and is given to no further record */
  is_archived: boolean
}

export type ListFieldType = 'text' | 'choice' | 'choices' | 'person' | 'time' | 'day' | 'number' | 'money' | 'tick' | 'link' | 'tags' | 'record' | 'records'

export type ListFilter = {
  /** Default: `"all"`. */
  match?: FilterMatch | undefined
  /** Default: `[]`. */
  conditions?: readonly ListCondition[] | undefined
  /** Default: `[]`. */
  groups?: readonly ListGroup[] | undefined
}

export type ListGroup = {
  /** Default: `"all"`. */
  match?: FilterMatch | undefined
  /** Default: `[]`. */
  conditions?: readonly ListCondition[] | undefined
  /** Default: `[]`. */
  groups?: readonly ListInnerGroup[] | undefined
}

export type ListHolderKind = 'contact' | 'deal' | 'company'

export type ListInnerGroup = {
  /** Default: `"all"`. */
  match?: FilterMatch | undefined
  /** Default: `[]`. */
  conditions?: readonly ListCondition[] | undefined
}

export type ListKind = 'lead' | 'contact' | 'company' | 'deal' | 'task' | 'invoice' | 'upload' | 'delivery' | 'webhook_delivery' | 'activity'

export type ListLimit = 'searched' | 'several_values' | 'no_index'

export type ListOperator = 'is' | 'is_not' | 'any_of' | 'none_of' | 'begins_with' | 'empty' | 'not_empty' | 'has_any' | 'has_all' | 'has_none' | 'at_least' | 'at_most' | 'on' | 'before' | 'after' | 'in_period' | 'last_days' | 'next_days' | 'older_than_days'

export type ListedRecord = {
  id: string
  /** Null: it has neither a name nor an address */
  name: string | null
  /** By the key of the column. `person`, `record`: `{id, name}`; `records`: several; `money`: `{minor, currency}`; `tags`: `[{id, name, hue}]`; `time`, `day`: ISO 8601; `choices`: ids; null where there is none */
  values: { [name: string]: unknown }
}

export type ListedTag = Tag & {
  /** How many records have it; 10,000 stands for as many or more. Null: not counted */
  uses: number | null
}

export type Location = {
  latitude: number
  longitude: number
  name: string | null
  address: string | null
}

export type LongTermFault = 'no_timestamp' | 'removed' | 'changed' | 'certificate_missing' | 'certificate_ended' | 'crl_missing' | 'crl_unreachable' | 'crl_unreadable' | 'crl_foreign' | 'crl_forged' | 'crl_outdated' | 'revoked'

export type LongTermState = 'none' | 'missing' | 'complete'

export type LongestWait = {
  kind: 'deal' | 'lead'
  id: string
  name: string
  /** RFC 3339. */
  waiting_since: string
  assigned_name: string | null
}

export type Mail = {
  id: string
  template: string
  to: string
  to_name: string | null
  subject: string
  attachments: string[]
  state: MailState
  tries: number
  last_error: string | null
  provider: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  sent_at: string | null
  /** RFC 3339. */
  next_try_at: string | null
  /** Held after a restore until an owner releases it: it may have been sent before */
  held: boolean
}

export type MailState = 'queued' | 'sent' | 'failed'

export type Mailbox = {
  id: string
  email: string
  /** Addresses that its provider confirms beside its own: mail can be sent from them too */
  aliases: string[]
  provider: string
  /** `team`: every member reads and answers its mail */
  kind: MailboxKind
  shares: MailboxShares
  /** Whose it is */
  person: Reference
  is_own: boolean
  status: ConnectionStatus
  last_error: string | null
  /** Its owner allowed reading and sending mail */
  has_mail: boolean
  /** Its owner allowed the calendar */
  has_calendar: boolean
  /** `current`: its mail and its calendars were read lately. `reading`: a first reading goes on. `waiting`: it was not read yet. `behind`: it should have been, and was not */
  progress: MailboxProgress
  /** RFC 3339. */
  synced_at: string | null
  /**
   * Since when it could not be read
   * RFC 3339.
   */
  behind_since: string | null
  /** How far its mail was read; null without mail */
  mail: MailboxMail | null
  /** HTML below what is written in it; empty without one */
  signature: string
  /** Addresses and domains: of a personal mailbox only its owner sees their mail; of one of the team it is in no conversation */
  excluded: string[]
}

export type MailboxKind = 'personal' | 'team'

export type MailboxMail = {
  /** RFC 3339. */
  synced_at: string | null
  /** RFC 3339. */
  behind_since: string | null
  last_error: string | null
  /** Mails of a reading of everything; null when there is none */
  listed: number | null
  /** How many of them are here */
  copied: number
  /**
   * Until when its provider announces changes; null where its mail is only polled, or its server listened to
   * RFC 3339.
   */
  watched_until: string | null
  /** Why its provider does not announce them; its mail is polled all the same */
  watch_error: string | null
}

export type MailboxProgress = 'current' | 'reading' | 'waiting' | 'behind'

export type MailboxShares = 'time' | 'subject' | 'all'

export type MappableField = {
  entity: CrmEntity
  ours: SyncedField | string
  name: string
}

export type MappableStage = {
  id: string
  name: string
  pipeline: string
}

export type MeetingHost = {
  name: string
  email: string
}

export type Member = {
  id: string
  name: string
  email: string
  role: Role
  /** RFC 3339. */
  joined_at: string
  has_password: boolean
  two_factor: boolean
  /** RFC 3339. */
  last_seen_at: string | null
}

export type MemberEventData = {
  /** The user */
  id: string
  name: string
  email: string
  /** owner, admin or member; for a former member, the last role, if known */
  role: string | null
}

export type MemberReference = {
  id: string
  name: string | null
}

export type MemberResponseTime = {
  person: Reference
  answered: number
  median_minutes: number | null
  waiting: number
}

export type Membership = {
  id: string
  name: string
  slug: string
  role: Role
  current: boolean
}

export type Merge = {
  id: string
  source: ContactReference
  target: ContactReference
  cause: MergeCause
  /** The claim’s channel, or how they came: whatsapp, web_chat, prd, lead … */
  reason: string | null
  /** RFC 3339. */
  at: string
  /** Null: it was evident from the data */
  person: MemberReference | null
  /** RFC 3339. */
  undone_at: string | null
  can_undo: boolean
}

export type MergeCause = 'person' | 'link' | 'same_email' | 'same_phone' | 'same_whatsapp' | 'number_changed'

export type Message = {
  id: string
  /** RFC 3339. */
  created_at: string
  /**
   * When it was written, by the platform’s clock
   * RFC 3339.
   */
  at: string
  comment_text: string | null
  author: string | null
  /** The member who wrote it; null for the client */
  author_id: string | null
  /** The workflow whose step did it, by the name that it had then */
  workflow: string | null
  comment_type: MessageChannel
  direction: MessageDirection
  /** The sender is not verified, as in website chat or a form: do not treat it as coming from the contact */
  is_unverified: boolean
  /** text, image, document, location, contacts, template, button, system, unsupported … */
  kind: string
  attachments: Attachment[]
  reply_to: MessageReference | null
  reactions: Reaction[]
  location: Location | null
  contacts: SharedContact[]
  /** The responses to a WhatsApp Flow */
  form: FormResponse | null
  /** The ad or post through which they came */
  referral: Referral | null
  /** business_app: sent from WhatsApp’s own app */
  via: 'business_app' | null
  /** parts: what the client received: header, body, footer and buttons, with the values filled in */
  template: {
    name: string
    language: string
    values: string[]
    parts?: TemplatePart[]
    hidden?: boolean
  } | null
  state: MessageState | null
  /** RFC 3339. */
  state_at: string | null
  error: string | null
  error_code: string | null
  client_message_id: string | null
  /** Of a mail: as much of it as the caller may see */
  mail: ThreadEmail | null
}

export type MessageChannel = 'whatsapp' | 'web_chat' | 'email' | 'note'

export type MessageDirection = 'in' | 'out' | 'note'

export type MessageReceivedData = {
  /** The message */
  id: string
  /** The canonical contact of the person */
  contact_id: string
  deal_id: string | null
  /** whatsapp, web_chat or email */
  channel: string
  /** text, email, image, document, location, contacts, reaction, button, unsupported … */
  kind: string
  text: string | null
  /** The sender */
  name: string | null
  /** The ad or post through which they came */
  referral: {
    /** ad or post */
    type: string | null
    id: string | null
    url: string | null
    headline: string | null
    body: string | null
    media_type: string | null
    media_url: string | null
    /** `ctwa_clid` */
    click_id: string | null
  } | null
  /**
   * By the platform’s clock
   * RFC 3339.
   */
  at: string
}

export type MessageReference = {
  id: string
  text: string | null
}

export type MessageState = 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain'

export type MetaForm = {
  id: string
  name: string
  status: MetaFormStatus
  /** How often it was filled in, as Meta counts */
  leads: number | null
}

export type MetaFormStatus = 'active' | 'archived' | 'other'

export type MetaLeadFailure = {
  /** Meta’s */
  lead_id: string
  /** RFC 3339. */
  created_at: string
  state: MetaLeadFailureState
  reason: string
  delivery_id: string | null
}

export type MetaLeadFailureState = 'waiting' | 'failed'

export type MetaPage = {
  id: string
  name: string
  /** The account may use the page for advertising */
  can_advertise: boolean
  /** The lead source that it is already */
  lead_source_id: string | null
}

export type MetaPageState = 'joining' | 'working' | 'trouble' | 'needs_consent' | 'disconnected' | 'off'

export type MetaSource = {
  lead_source_id: string
  connection_id: string
  page_id: string
  state: MetaPageState
  /** Why it does not work, or not wholly */
  reason: string | null
  /** Meta announces its leads here; the poll finds them in any case */
  is_announced: boolean
  /** RFC 3339. */
  polled_at: string | null
  /** RFC 3339. */
  next_poll_at: string | null
  /** The next look is later than in 15 minutes: Meta limits calls, and most of them are used */
  is_slowed: boolean
  /**
   * Until then Meta asks to be left alone
   * RFC 3339.
   */
  rests_until: string | null
  /** A restored backup holds it until an owner releases it */
  is_held: boolean
  /** Leads of the last 30 days that Meta announced */
  announced: number
  /** Leads of the last 30 days that the poll found and Meta did not announce */
  found: number
  /** Leads from before it was a source that the last 30 days brought */
  earlier: number
  /** Announced leads that are to be fetched */
  waiting: number
  /** Announced leads that could not be fetched for three days */
  failed: number
  /** The newest, 20 at most */
  failures: MetaLeadFailure[]
  forms: MetaSourceForm[]
}

export type MetaSourceForm = {
  id: string
  name: string
  status: MetaFormStatus
  /** Its leads come in */
  is_chosen: boolean
  /** Why its leads cannot be read at this time */
  reason: string | null
}

export type MoneySum = {
  currency: string
  /** Due within a week, from today */
  due_minor: number
  overdue_minor: number
  /** Came in this month, without what was refunded or lost to disputes since */
  paid_minor: number
}

export type MoneyValue = {
  amount_minor: number
  currency: string
}

export type NewBookingStatus = 'confirmed' | 'pending'

export type NewInvoiceLine = {
  /** At most 1,000 characters. */
  description: string
  quantity: string | number
  unitMinor: number
  taxRate?: string | number | undefined
  /** HSN or SAC code, in India: 4, 6 or 8 digits for goods, 6 for services (99…) */
  taxCode?: string | null | undefined
}

export type NewLead = {
  id: string
  /** That it was merged into, where it was */
  contact_id: string
  /** Of the lead; else its email address or number */
  name: string | null
  company: string | null
  /** How its text begins */
  note: string | null
  source: string
  /** RFC 3339. */
  received_at: string
  owner: MemberReference | null
  /** Of its contact, else as it came */
  email: string | null
  /** In E.164 */
  phone: string | null
  /** There is a conversation with its contact */
  has_conversation: boolean
}

export type Note = {
  id: string
  kind: PlainRecordKind
  record_id: string
  body: string
  mentions: MemberReference[]
  /** Null: a key or a workflow wrote it */
  author: MemberReference | null
  /** The workflow whose step did it, by the name that it had then */
  workflow: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  edited_at: string | null
}

export type NoteAddedData = {
  /** The note */
  id: string
  kind: PlainRecordKind
  record_id: string
  body: string
  /** Members who are mentioned */
  mentions: string[]
  /** Null: a key or a workflow */
  author_id: string | null
  /** The workflow that wrote it */
  workflow: string | null
  /** RFC 3339. */
  created_at: string
}

export type Notice = {
  id: string
  kind: NoticeKind
  topic: NoticeTopic
  subject_id: string
  facts: { [name: string]: string | number | null }
  /** RFC 3339. */
  at: string
  read: boolean
}

export type NoticeChoice = {
  topic: NoticeTopic
  /** In the list of notifications, and counted on the bell */
  app: boolean
  /** `at_once`: two minutes later, unless it was read by then. `summary`: in the morning summary */
  mail: NoticeMail
  /** To the browsers that are registered */
  push: boolean
}

export type NoticeKind = 'leads_due_soon' | 'leads_late' | 'mentioned_in_note' | 'external_id_conflict' | 'lead_source_silent' | 'lead_source_rejects' | 'lead_source_conflicts' | 'lead_source_held' | 'lead_source_overrun' | 'meta_leads_failed' | 'meta_page_stopped' | 'deal_idle' | 'deal_unassigned' | 'response_due_soon' | 'response_late' | 'crm_sync_stopped' | 'mentioned' | 'email_not_sent' | 'number_unconnected' | 'calendar_gone' | 'meeting_host_left' | 'meeting_changed' | 'meetings_shifted' | 'meeting_conflict' | 'meeting_step_failed' | 'meeting_news' | 'payment_odd' | 'seal_identity_ends' | 'evidence_broken' | 'signer_names_other' | 'signing_code_failed' | 'document_file_damaged' | 'design_job_failed' | 'review_new' | 'review_reply_failed' | 'review_sync_stopped' | 'deal_assigned' | 'deals_assigned' | 'lead_assigned' | 'leads_assigned' | 'conversation_assigned' | 'task_assigned' | 'message_new' | 'email_new' | 'invoice_paid' | 'invoice_overdue' | 'document_signed' | 'import_done' | 'workflow_stopped' | 'human_step_waiting' | 'workflow_run_failed' | 'connection_failed' | 'team_mailbox_ended' | 'ai_model_gone' | 'ai_model_ends' | 'ai_ledger_differs' | 'webhook_disabled' | 'stored_file_damaged' | 'job_failed' | 'held_after_restore' | 'mail_failed' | 'member_joined' | 'notification_test'

export type NoticeMail = 'at_once' | 'summary' | 'off'

export type NoticeTopic = 'mentions' | 'assignments' | 'messages' | 'promises' | 'invoices' | 'meetings' | 'documents' | 'imports' | 'connections' | 'workflows' | 'workspace'

export type NotificationSettings = {
  /** Every topic */
  choices: NoticeChoice[]
  /** Emails and pushes wait until they end; the app does not */
  quiet: QuietHours | null
  /** When the morning summary is mailed */
  summary_at: string
  /** An open page plays a sound */
  sound: boolean
  /** In which the times are: the caller’s own, else the workspace’s */
  time_zone: string
  /** Where emails go */
  email: string
  /** Browsers that are pushed to */
  devices: PushDevice[]
}

export type Offer = {
  title: string
  organization: string
  brand: Brand
  status: ProposalStatus
  /** Why it was withdrawn or declined */
  status_reason: string | null
  version: number
  locale: string
  currency: string
  client_name: string
  /** RFC 3339. */
  ends_at: string
  sections: ProposalSection[]
  lines: PricedProposalLine[]
  acceptance: {
    version: number
    /** As the client typed it */
    name: string
    /** RFC 3339. */
    at: string
    /** Ids of the options that were ticked */
    chosen: string[]
    lines: PricedProposalLine[]
    taxes: InvoiceTax[]
    subtotal_minor: number
    tax_minor: number
    total_minor: number
  } | null
}

export type OfferedTask = {
  name: string
  title: string
}

export type OpenInvitation = {
  email: string
  role: Role
  /** Its name */
  organization: string
  /** RFC 3339. */
  expires_at: string
}

export type OpenedKind = 'lead' | 'contact' | 'company' | 'deal' | 'conversation' | 'invoice' | 'task'

export type OpenedRecord = {
  kind: OpenedKind
  id: string
}

export type OrganizationReference = {
  id: string
  name: string
  slug: string
}

export type OutsideChange = {
  change: OutsideChangeKind
  /**
   * Where a moved event lies
   * RFC 3339.
   */
  starts_at: string | null
  /** In words, in the caller’s time zone and language */
  when: string | null
}

export type OutsideChangeKind = 'moved' | 'deleted'

export type OutstandingAmount = {
  currency: string
  count: number
  minor: number
  overdue_count: number
  overdue_minor: number
}

export type OwnField = {
  id: string
  kind: PlainRecordKind
  /** Names the field in the API. It never changes */
  key: string
  name: string
  type: FieldType
  /** Of `choice` and `choices`, in order */
  choices: FieldChoice[]
  /** Of `money`: ISO 4217 */
  currency: string | null
  /** Of `number` */
  min: number | null
  max: number | null
  /** A deal moves to this stage, or beyond, with a value only */
  required_stage_id: string | null
  /** Forms on a website may ask for it. Of leads only */
  in_forms: boolean
  /** RFC 3339. */
  archived_at: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  updated_at: string
}

export type PageCheckoutWidget = CheckoutWidget & {
  scriptUrl: string
}

export type PageView = {
  id: string
  /** `own`: a member who is signed in */
  class: ViewClass
  /** By which rule the class is known, in words */
  reason: string
  /** Whose link it was: the name of the signer or of the client */
  whose: string | null
  /** RFC 3339. */
  first_at: string
  /** RFC 3339. */
  last_at: string
  /** How often the page was loaded in that half hour */
  times: number
  /** The viewer moved the pointer, pressed or typed */
  attended: boolean
  seconds: number
}

export type Passkey = {
  id: string
  name: string
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  last_used_at: string | null
}

export type PayableInvoice = {
  id: string
  state: InvoiceState
  /** Sent, unpaid, and its due date is over in the time zone of the workspace */
  overdue: boolean
  client_name: string
  client_tax_number: string | null
  /** ISO 4217 */
  currency: string
  /** Sum of the lines, excluding tax */
  subtotal_minor: number
  tax_minor: number
  total_minor: number
  refunded_minor: number
  due_on: string | null
  note: string | null
  /** Language of the document, its emails and its pay page */
  locale: string
  /** RFC 3339. */
  paid_at: string | null
  label: string
  organization: string
  reverse_charge: boolean
  place_of_supply: string | null
  sender: Sender
  /** Of the logo, on this server */
  logo_path: string | null
  /** Where a meeting can be booked; null: nowhere */
  booking_url: string | null
  lines: CodedInvoiceLine[]
  taxes: InvoiceTax[]
  /** What each tax is made of, by the law of India; they add up to `tax_minor`, and the central tax has the odd paisa. Empty without a place of supply, or where the sender has no GSTIN */
  tax_parts: InvoiceTaxPart[]
}

export type Payment = {
  id: string
  provider: string
  provider_payment_id: string
  kind: PaymentKind
  state: PaymentState
  amount_minor: number
  refunded_minor: number
  currency: string
  method: string | null
  is_live: boolean
  /** A dispute is open */
  is_disputed: boolean
  /** Null: it was never disputed */
  dispute_state: DisputeState | null
  /** Amount lost to disputes (chargebacks) */
  lost_minor: number
  /** Fee of the dispute; null where the provider does not report it */
  dispute_fee_minor: number | null
  dispute_fee_currency: string | null
  /** RFC 3339. */
  received_at: string
}

export type PaymentKind = 'payment' | 'credit'

export type PaymentObstacle = 'zero' | 'currency' | 'too_small' | 'too_large' | 'step'

export type PaymentProblem = {
  /** `step`: the total must be a multiple of `limit_minor` */
  reason: PaymentObstacle
  /** The provider for this currency */
  provider: PaymentProvider
  /** Minimum, maximum or step, in the smallest unit of the currency */
  limit_minor: number | null
}

export type PaymentProvider = 'stripe' | 'razorpay'

export type PaymentReceivedData = {
  /** The payment */
  id: string
  invoice_id: string
  /** INV-0007 */
  invoice: string
  /** In the smallest unit of the currency */
  amount_minor: number
  /** ISO 4217 */
  currency: string
  provider: string
  provider_payment_id: string
  /** False: no real money */
  is_live: boolean
  /** RFC 3339. */
  received_at: string
}

export type PaymentState = 'paid' | 'partly_refunded' | 'refunded'

export type Pipeline = {
  id: string
  name: string
  is_default: boolean
  stages: Stage[]
}

export type Placeholder = {
  /** As in the template, without braces, in capitals */
  key: string
  type: PlaceholderType
  /** What the app calls it */
  label: string | null
  /** Where a document is made without a value for it */
  default: string | null
}

export type PlaceholderType = 'line' | 'text' | 'number' | 'date' | 'email'

export type PlainRecordKind = 'contact' | 'company' | 'lead' | 'deal'

export type PrdState = 'none' | 'given' | 'queued' | 'written' | 'failed'

export type PreviewedStart = {
  /** RFC 3339. */
  start: string
  /** In words of the language */
  when: string
}

export type PricedInvoiceLine = {
  description: string
  /** A decimal, such as 1.5 */
  quantity: string
  /** Excluding tax, in the smallest unit of the currency */
  unit_minor: number
  /** Percent, such as 19 */
  tax_rate: string
  /** Quantity × unit price, rounded half up, excluding tax */
  amount_minor: number
  /** Tax on the amount, rounded half up */
  tax_minor: number
}

export type PricedProposalLine = {
  description: string
  /** A decimal, such as 1.5 */
  quantity: string
  /** Excluding tax, in the smallest unit of the currency */
  unit_minor: number
  /** Percent, such as 19 */
  tax_rate: string
  /** Quantity × unit price, rounded half up, excluding tax */
  amount_minor: number
  /** Tax on the amount, rounded half up */
  tax_minor: number
  id: string
  choice: ProposalLineChoice
}

export type ProbableCompany = {
  id: string
  name: string
  domain: string | null
  /** email: the email address is of its domain; name: its name begins so */
  reasons: CompanyReason[]
}

export type ProbableContact = {
  id: string
  name: string | null
  email: string | null
  /** E.164 */
  phone: string | null
  company: string | null
  /**
   * In the bin since then: adding them restores them
   * RFC 3339.
   */
  deleted_at: string | null
  /** What is the same */
  reasons: ContactReason[]
}

export type Profile = {
  id: string
  name: string
  email: string
  /** IANA time zone; null: that of the workspace */
  timezone: string | null
  /** Of the app and of what is emailed to you; null: not chosen yet */
  language: Language | null
  /** RFC 3339. */
  created_at: string
  has_password: boolean
  totp: boolean
  recovery_codes_left: number
  passkeys: Passkey[]
}

export type Proposal = {
  id: string
  title: string
  status: ProposalStatus
  /** That was sent last; 0 before the first */
  version: number
  /** Something was written that is not sent yet */
  has_changes: boolean
  deal_id: string
  contact_id: string
  client_name: string
  client_email: string
  locale: string
  currency: string
  /** RFC 3339. */
  sent_at: string | null
  /**
   * It can be accepted until then
   * RFC 3339.
   */
  ends_at: string | null
  /** RFC 3339. */
  accepted_at: string | null
  /** With tax */
  accepted_total_minor: number | null
  /** RFC 3339. */
  created_at: string
}

export type ProposalAcceptance = {
  version: number
  /** As the client typed it */
  name: string
  /** RFC 3339. */
  at: string
  /** Ids of the options that were ticked */
  chosen: string[]
  lines: PricedProposalLine[]
  taxes: InvoiceTax[]
  subtotal_minor: number
  tax_minor: number
  total_minor: number
  /** Of the record of the acceptance, which holds the digest of the version */
  sha256: string
}

export type ProposalContent = {
  title: string
  locale: string
  currency: string
  sections: ProposalSection[]
  lines: ProposalLine[]
}

export type ProposalDetail = {
  id: string
  title: string
  status: ProposalStatus
  /** That was sent last; 0 before the first */
  version: number
  /** Something was written that is not sent yet */
  has_changes: boolean
  deal_id: string
  contact_id: string
  client_name: string
  client_email: string
  locale: string
  currency: string
  /** RFC 3339. */
  sent_at: string | null
  /**
   * It can be accepted until then
   * RFC 3339.
   */
  ends_at: string | null
  /** RFC 3339. */
  accepted_at: string | null
  /** With tax */
  accepted_total_minor: number | null
  /** RFC 3339. */
  created_at: string
  status_reason: string | null
  /** How long each version can be accepted */
  valid_days: number
  when_accepted: SignedRule | null
  /** As it is written now */
  content: ProposalContent
  /** Lines of `content`, priced */
  lines: PricedProposalLine[]
  /** With tax, without any option */
  least_total_minor: number
  /** With tax, with all options */
  most_total_minor: number
  acceptance: ProposalAcceptance | null
  versions: ProposalVersion[]
  history: ProposalEvent[]
}

export type ProposalEvent = {
  id: string
  kind: ProposalEventKind
  version: number
  /** RFC 3339. */
  at: string
  /** The member who did it */
  person: Reference | null
  /** The workflow whose step did it, by the name that it had then */
  workflow: string | null
  /** Of the client, as typed */
  name: string | null
}

export type ProposalEventKind = 'created' | 'sent' | 'accepted' | 'declined' | 'expired' | 'withdrawn'

export type ProposalFacts = {
  id: string
  title: string
  status: ProposalStatus
  version: number
  deal_id: string
  contact_id: string
  currency: string
  /** RFC 3339. */
  ends_at: string | null
  /** RFC 3339. */
  accepted_at: string | null
  /** With tax, of what was ticked */
  accepted_total_minor: number | null
}

export type ProposalLine = {
  id: string
  choice: ProposalLineChoice
  description: string
  quantity: string
  unitMinor: number
  taxRate: string
}

export type ProposalLineChoice = 'included' | 'optional'

export type ProposalSection = {
  heading: string
  body: string
}

export type ProposalStatus = 'draft' | 'sent' | 'accepted' | 'declined' | 'expired' | 'withdrawn'

export type ProposalVersion = {
  version: number
  /** RFC 3339. */
  sent_at: string
  sha256: string
}

export type ProposedChange = {
  /** As the action names it */
  field: string
  /** What people call it, in the language of who asked */
  label: string
  /** What stands there now; null where nothing does, or nothing was there before */
  from: string | null
  /** What it will be, ids by the names of their records */
  to: string
}

export type ProspectAllowance = {
  /** Null: not told, or without a limit */
  left: number | null
  limit: number | null
}

export type ProspectFilters = {
  /** Job titles; one of them fits */
  titles?: readonly string[] | undefined
  /** Where the person is: `Berlin, Germany` */
  locations?: readonly string[] | undefined
  /** Of the company */
  domains?: readonly string[] | undefined
  /** At most 200 characters. */
  keywords?: string | undefined
}

export type ProspectPerson = {
  id: string
  state: ProspectState
  /** Masked until something was found */
  name: string | null
  title: string | null
  company: string | null
  email: string | null
  /** How sure Apollo is: `verified` */
  email_status: string | null
  phone: string | null
  /** Of the mobile number; null where it was not asked for */
  phone_state: 'waiting' | 'came' | 'none' | null
  linkedin_url: string | null
  /** RFC 3339. */
  asked_at: string | null
}

export type ProspectState = 'not_asked' | 'asking' | 'found' | 'nothing' | 'unknown'

export type ProspectingBudget = {
  /** Credits a month */
  limit: number
  /** Credits that enrichments did cost, or may have cost where no answer came */
  spent: number
  /** The most that enrichments under way may become */
  reserved: number
  left: number
  /** RFC 3339. */
  resets_at: string
}

export type ProspectingConnection = {
  id: string
  mode: ConnectionMode
  status: ConnectionStatus
}

export type ProviderCall = {
  id: string
  /** RFC 3339. */
  at: string
  /** In the provider’s words */
  operation: string
  method: string
  host: string
  /** Null when there was no response */
  status: number | null
  /** `refused`: a 4xx. `cut`: the response was too large or incomplete */
  outcome: ProviderCallOutcome
  tries: number
  /** Of all attempts, including the waits between them */
  ms: number
  /** The id that the provider’s support asks for */
  provider_request_id: string | null
}

export type ProviderCallOutcome = 'ok' | 'refused' | 'rate_limited' | 'failed' | 'cut' | 'timed_out' | 'no_answer'

export type ProviderName = 'stripe' | 'razorpay' | 'twilio' | 'whatsapp' | 'google' | 'hubspot' | 'salesforce' | 'zoho' | 'pipedrive' | 'meta' | 'apollo' | 'canva' | 'gemini' | 'openai' | 'anthropic' | 'compatible' | 'slack' | 'microsoft' | 'zoom' | 'intercom' | 'notion' | 'airtable' | 'asana' | 'linear' | 'atlassian' | 'github' | 'dropbox' | 'docusign' | 'quickbooks' | 'xero' | 'shopify' | 'stripe-connect' | 'mailchimp' | 'typeform' | 'calendly' | 'linkedin'

export type ProviderReconciliation = {
  connection_id: string
  provider: string
  mode: ConnectionMode
  account: string | null
  /** False: the account is disconnected and no longer reconciled */
  connected: boolean
  /**
   * When it was last reconciled completely. Null: never, and the totals are not meaningful yet
   * RFC 3339.
   */
  checked_at: string | null
  /** Why the last reconciliation failed; the totals are from the one before */
  error: string | null
  /** Payments of other programs on the same account, at the last reconciliation: ignored */
  other_checkouts: number
  /** Webhooks about payments of other programs since it was connected: ignored */
  other_events: number
  sums: ReconciliationSum[]
}

export type PublishedCalendar = {
  /** For `get-availability` */
  id: string
  /** Of the member */
  name: string
  event_types: BookableEventType[]
}

export type PushDevice = {
  id: string
  /** Browser and system, as the browser says */
  agent: string
  /** Host of its push service */
  service: string
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  last_sent_at: string | null
  /** Why the last push did not arrive there */
  last_error: string | null
}

export type QuietHours = {
  /** HH:MM on the wall clock, such as 09:00; 24:00 ends a day */
  from: string
  /** HH:MM on the wall clock, such as 09:00; 24:00 ends a day */
  to: string
}

export type Reaction = {
  emoji: string
  author: string | null
}

export type Reason = {
  code: string
  message: string
}

export type ReceivedBody = {
  text: string | null
  base64: string | null
  redacted: string
  bytes: number
}

export type ReconciliationSum = {
  currency: string
  collected_minor: number
  recorded_minor: number
  /**
   * Amount of the recorded payments lost to disputes; already deducted
   * Default: `0`.
   */
  lost_minor: number
  available_minor: number | null
  pending_minor: number | null
  difference_minor: number
}

export type RecordChangedData = {
  /** Of the record */
  kind: PlainRecordKind
  /** By key, the fields that changed, as they were */
  before: FieldValues
  /** The same fields, as they are */
  after: FieldValues
  /** All fields of the record, as `show-contact` and the others answer them */
  fields: FieldValues
  /** The record */
  id: string
}

export type RecordDeletedData = {
  kind: BinKind
  /** The contact with which a lead was deleted or restored; null: on its own */
  with: string | null
  /** The member; null: a key, a workflow or Foyer */
  person_id: string | null
  /** The record */
  id: string
}

export type RecordFile = {
  id: string
  kind: PlainRecordKind
  record_id: string
  name: string
  /** As its first bytes say */
  media_type: string
  bytes: number
  /** Hexadecimal */
  sha256: string
  added_by: MemberReference | null
  /** RFC 3339. */
  created_at: string
}

export type RecordKind = 'lead' | 'contact' | 'company' | 'deal' | 'conversation' | 'invoice' | 'upload' | 'key' | 'webhook' | 'connection' | 'chat_widget' | 'member' | 'invitation' | 'mail' | 'pipeline' | 'task'

export type RecordReference = {
  /** The field of the id */
  field: string
  /** The record to open with `id` */
  kind: RecordKind
  id: string
  name: string
}

export type RecordRemovedData = {
  kind: BinKind
  /** The contact with which a lead was deleted or restored; null: on its own */
  with: string | null
  /** The member; null: a key, a workflow or Foyer */
  person_id: string | null
  /** The record */
  id: string
}

export type RecordRestoredData = {
  kind: BinKind
  /** The contact with which a lead was deleted or restored; null: on its own */
  with: string | null
  /** The member; null: a key, a workflow or Foyer */
  person_id: string | null
  /** The record */
  id: string
}

export type RecordTaggedData = {
  /** Of the record */
  kind: PlainRecordKind
  /** Names of the tags that it has from now on */
  added: string[]
  /** Names of the tags that it no longer has */
  removed: string[]
  /** All its tags, by name */
  tags: string[]
  /** The record */
  id: string
}

export type Reference = {
  id: string
  name: string
}

export type Referral = {
  /** ad or post */
  type: string | null
  id: string | null
  url: string | null
  headline: string | null
  body: string | null
  media_type: string | null
  media_url: string | null
  /** `ctwa_clid`: the id for reporting a conversion to Meta */
  click_id: string | null
}

export type Rehearsal = {
  id: string
  workflow_id: string
  draft_id: string | null
  /** Of the draft */
  revision: number | null
  version: number | null
  /** RFC 3339. */
  from: string
  /** RFC 3339. */
  to: string
  state: RehearsalState
  played: number
  /** Null: not known yet */
  to_play: number | null
  /** Why it failed */
  reason: string | null
  report: RehearsalReport | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  ended_at: string | null
}

export type RehearsalChange = 'more' | 'less' | 'other' | 'same'

export type RehearsalEffect = {
  /** The action, or the method of a request */
  what: string
  /** What leaves the house by it */
  leaves: string | null
  count: number
}

export type RehearsalEntry = {
  /** RFC 3339. */
  at: string
  workflow: string
  node: string
  path: string
  title: string | null
  kind: 'action' | 'read' | 'http' | 'ai' | 'person' | 'wait'
  what: string
  /** What it had taken: its texts are as they had left */
  input: unknown
  state: DoneOrFailed
  error: Reason | null
  /** Where what it gave comes from */
  source: 'real' | 'example' | 'today' | 'chosen' | 'unknown_future' | null
  /** Steps on whose made-up answers it rests */
  rests_on: string[]
  /**
   * Of a wait
   * RFC 3339.
   */
  until?: string
  outlet?: string
}

export type RehearsalNumbers = {
  /** Events, times or requests that could have started it */
  judged: number
  declined_by_filter: number
  /** Brought by files and imports, which its trigger leaves out */
  left_out_imports: number
  /** A run of the same key was under way */
  skipped: number
  runs: number
  people: number
  completed: number
  failed: number
  cancelled: number
  /** Not over at the end of the rehearsal */
  open: number
  effects: RehearsalEffect[]
  waits: number
  /** Questions to models */
  asks: number
  /** Of models, from what such steps cost before; null: not known */
  cost_micros: number | null
  guesses: {
    /** Answered as the step really did the last time */
    real: number
    /** Answered with an example */
    example: number
    /** Values of today */
    today: number
    /** People who answered as was chosen */
    chosen: number
    /** Waits that end later than today */
    unknown_future: number
    /** Events that kept no facts of their moment */
    starts_of_today: number
  }
  /** It would have stopped itself */
  stopped: {
    /** RFC 3339. */
    at: string
    guard: 'loop' | 'same_subject'
    times: number
    kept: number
  } | null
  /**
   * There was time to play it up to here
   * RFC 3339.
   */
  cut_at: string | null
}

export type RehearsalPerson = {
  place: number
  subject_kind: WorkflowSubjectKind
  subject_id: string | null
  name: string | null
  /** Beside the published version */
  change: RehearsalChange
  has_failed: boolean
  runs: RehearsalRun[]
  /** Of the published version, where they differ */
  published_runs: RehearsalRun[]
}

export type RehearsalReport = {
  /**
   * Later than asked for where there was too much: the newest 20,000 events count
   * RFC 3339.
   */
  since: string
  /** Events of records that are gone */
  gone: number
  numbers: RehearsalNumbers
  /** Of the published version, on the same events */
  published: RehearsalNumbers | null
  difference: {
    /** People who get something more */
    more: number
    less: number
    other: number
    same: number
    /** People for whom it runs, and the published version does not */
    people_more: number
  }
}

export type RehearsalRun = {
  /** RFC 3339. */
  at: string
  state: 'completed' | 'failed' | 'cancelled' | 'stopped' | 'queued'
  reason: string | null
  /** RFC 3339. */
  ended_at: string | null
  is_of_today: boolean
  entries: RehearsalEntry[]
}

export type RehearsalSeen = {
  /** Its details are kept for seven days */
  id: string
  /** RFC 3339. */
  from: string
  /** RFC 3339. */
  to: string
  runs: number
  people: number
  people_more: number
  failed: number
}

export type RehearsalState = 'waiting' | 'running' | 'done' | 'failed'

export type ReleasedWork = {
  /** mails: outgoing emails · messages: WhatsApp · webhooks: deliveries to other programs · payments: polling payment providers · syncs: calls, templates, files and addresses at other services · ai: AI drafts · workflows: runs that were under way */
  kind: HeldWorkKind
  count: number
}

export type RemovalRule = 'term' | 'asked'

export type RemovedDocument = {
  /** That of the document */
  id: string
  doc_type: DocumentType
  /** In which it ended */
  status: DocumentStatus
  /** Of the title, in hexadecimal */
  title_sha256: string
  files: RemovedFile[]
  /** Hash of the last event of its evidence */
  head: string | null
  /** How many its evidence had */
  events: number
  /** RFC 3339. */
  made_at: string
  /** RFC 3339. */
  signed_at: string | null
  /**
   * When its term ended
   * RFC 3339.
   */
  kept_until: string
  /** RFC 3339. */
  removed_at: string
  /** `term`: the nightly removal after its term. `asked`: an admin removed it after its term */
  rule: RemovalRule
  /** The name of the admin */
  removed_by: string | null
  /** Stored files that are still to be removed */
  files_left: number
}

export type RemovedFile = {
  kind: string
  sha256: string
  bytes: number
}

export type ReplayableRequests = 'rejected' | 'held' | 'conflict'

export type ReplyDraft = {
  id: string
  text: string
  /** BCP 47, as the model says: that of the customer */
  language: string
  /** The WhatsApp template that fits, where free text may not be sent any more */
  template: string | null
  /** What it rests on */
  sources: TextSource[]
  /** The customer has written since */
  stale: boolean
  /** RFC 3339. */
  created_at: string
}

export type ReplyDraftOutcome = 'used' | 'edited' | 'discarded'

export type Report = {
  report: ReportName
  zone: string
  period: DayRange
  /** What it is compared with; null for what is outstanding now */
  before: DayRange | null
  /** Of the parts of the period */
  unit: 'hour' | 'day' | 'week' | 'month'
  /** When each part begins */
  points: string[]
  figures: ReportFigure[]
  series: ReportSeries[]
  groups: ReportGroup[]
}

export type ReportFigure = {
  figure: string
  /** `median` is in minutes, `sum` in the smallest unit of its currency */
  kind: ReportFigureKind
  currency: string | null
  /** Null: nothing to take a median of */
  value: number | null
  /** Of the period before */
  before: number | null
}

export type ReportFigureKind = 'count' | 'median' | 'sum'

export type ReportGroup = {
  by: ReportGrouping
  rows: ReportRow[]
}

export type ReportGrouping = 'source' | 'owner' | 'stage' | 'age'

export type ReportName = 'leads' | 'conversion' | 'response' | 'activity' | 'revenue' | 'outstanding'

export type ReportPeriod = 'today' | 'week' | 'month' | 'quarter' | 'year' | 'custom'

export type ReportRecord = {
  /** lead, deal, message, call, task, note, payment or invoice */
  kind: string
  id: string
  /** RFC 3339. */
  at: string
  name: string | null
  opens: OpenedRecord | null
  /** The name of the member */
  owner: string | null
  source: string | null
  minutes: number | null
  amount_minor: number | null
  currency: string | null
}

export type ReportRow = {
  /** The source, the id of the member or stage, or the age; null: none */
  key: string | null
  name: string | null
  figures: ReportFigure[]
}

export type ReportSeries = {
  figure: string
  currency: string | null
  /** As many as `points` */
  values: (number | null)[]
  /** The parts of the period before, in their order; as many as `points` */
  before: (number | null)[]
}

export type Review = {
  id: string
  location: Reference
  stars: number | null
  /** Null: a rating without words */
  text: string | null
  pictures: number
  /** The name that the reviewer goes by at Google, which proves nothing; null: unnamed */
  reviewer: string | null
  /** RFC 3339. */
  posted_at: string
  /**
   * The last edit by the reviewer
   * RFC 3339.
   */
  changed_at: string
  /** How often it was met with something else, from 1 */
  version: number
  /**
   * No longer at Google; its words are removed here after 30 days
   * RFC 3339.
   */
  gone_at: string | null
  /** As it is at Google */
  reply: ReviewReply | null
  /** The last reply that a member wrote or removed here */
  asked_reply: AskedReviewReply | null
}

export type ReviewAccount = {
  connection_id: string
  account: string
  status: ConnectionStatus
  /** The last one */
  sync: ReviewSync | null
}

export type ReviewFacts = {
  id: string
  google_id: string
  location: Reference
  /** How often it was met with something else, from 1 */
  version: number
  stars: number | null
  /** Of the version before; null: there was none, or it had no stars */
  stars_before: number | null
  /** Null: a rating without words, or of a review that was removed 30 days ago */
  text: string | null
  pictures: number
  /** The name that the reviewer goes by at Google, which proves nothing; null: unnamed */
  reviewer: string | null
  /** RFC 3339. */
  posted_at: string
  /**
   * The last edit by the reviewer
   * RFC 3339.
   */
  changed_at: string
}

export type ReviewLocation = {
  id: string
  google_id: string
  title: string
  address: string | null
  map_url: string | null
  /** Google answers reviews of verified locations alone; null: it does not say */
  verified: boolean | null
  /** Its reviews are read every hour */
  read: boolean
  /** Why its reviews are not read */
  trouble: ReviewLocationTrouble | null
  /** Of the reviews here */
  average_rating: number | null
  /** Reviews with one star, two, … five */
  counts: number[]
  total: number
  unanswered: number
  /** As Google says it, with the reviews that it counts */
  google_average_rating: number | null
  google_total: number | null
  /** RFC 3339. */
  read_at: string | null
  /**
   * When as many reviews were met as Google counts
   * RFC 3339.
   */
  whole_at: string | null
  /** Reviews that Google lists and that cannot be read, in the last reading */
  unread: number
}

export type ReviewLocationTrouble = 'not_verified' | 'not_listed' | 'location_denied' | 'location_not_there'

export type ReviewReply = {
  text: string
  /** RFC 3339. */
  at: string | null
  standing: ReviewReplyStanding
  violation: string | null
}

export type ReviewReplyStanding = 'published' | 'pending' | 'rejected' | 'unknown'

export type ReviewReplyState = 'sending' | 'sent' | 'pending' | 'rejected' | 'failed' | 'removed' | 'replaced'

export type ReviewRunStatus = 'queued' | 'in_progress' | 'waiting' | 'completed' | 'failed'

export type ReviewSync = {
  status: ReviewRunStatus
  /** Why it waits or failed */
  reason: string | null
  code: string | null
  imported: number
  updated: number
  removed: number
  /** RFC 3339. */
  started_at: string
  /** RFC 3339. */
  completed_at: string | null
}

export type ReviewVersion = {
  version: number
  stars: number | null
  text: string | null
  pictures: number
  /** RFC 3339. */
  changed_at: string
  /**
   * When it was read here
   * RFC 3339.
   */
  seen_at: string
}

export type Role = 'member' | 'admin' | 'owner'

export type RotationMember = {
  person: Reference
  /** Number of round-robin assignments, with a head start that levels newcomers with the others */
  turns: number
  /** RFC 3339. */
  last_turn_at: string | null
  /** RFC 3339. */
  away_from: string | null
  /**
   * Null with `away_from`: open-ended
   * RFC 3339.
   */
  away_until: string | null
  /** An admin or owner who is not away now */
  is_eligible: boolean
}

export type RuleColumn = {
  name: string
  value: string
}

export type RuleEventType = {
  type: string
  about: string
}

export type RuleService = {
  connection_id: string
  provider: string
  title: string
  /** As `does` of list-connections names it */
  task: string
  task_title: string
  /** The answers to what the task asks for */
  asked: { [name: string]: string }
  /**
   * With `{{name}}`, `{{email}}` for members of the event’s data. Null: all of it, a line each
   * At most 2,000 characters.
   */
  text: string | null
  columns: RuleColumn[]
}

export type SamplePlace = {
  /** A JSON pointer, or key: and the key of an answer */
  place: string
  label: string
  /** 200 characters at most */
  example: string
}

export type SampledValue = {
  field: string
  ours: string | null
  theirs: string | null
  /** `take`: ours becomes theirs. `ask`: a member decides. `leave`: theirs is left out, for a reason. `unmapped`: theirs is left out, since the field is not mapped */
  verdict: string
  /** Of `leave`: why */
  reason: string | null
}

export type SavedCondition = {
  /**
   * A key of `describe-list`; a field of the workspace’s own is `field.<key>`
   * At most 80 characters.
   */
  field: string
  op: ListOperator
  /**
   * Of `person`: the id of a member, `me` or `nobody`. Of `in_period`: a `ListPeriod`. Of `on`, `before`, `after`: YYYY-MM-DD. Of `…_days`: a number of days. Of `tags`: ids. Of `record`: its id. Of `money`: the smallest unit, with `currency`.
   * At most 200 characters.
   */
  value?: string | number | boolean | string[]
  /**
   * Of `money`: ISO 4217
   * At most 3 characters.
   */
  currency?: string
}

export type SavedFilter = {
  match: FilterMatch
  conditions: SavedCondition[]
  groups: SavedGroup[]
}

export type SavedGroup = {
  match: FilterMatch
  conditions: SavedCondition[]
  groups: SavedInnerGroup[]
}

export type SavedInnerGroup = {
  match: FilterMatch
  conditions: SavedCondition[]
}

export type SavedView = {
  id: string
  kind: ListKind
  name: string
  owner_id: string
  owner_name: string | null
  is_mine: boolean
  /** Its owner can, and an admin */
  can_change: boolean
  is_shared: boolean
  /** Its place in the caller’s sidebar; null: it is not pinned */
  pinned_at: number | null
  filter: SavedFilter
  sort: string | null
  columns: ViewColumn[] | null
  density: ListDensity
  /** Fields that it names and the list no longer has. Conditions on them are left out of `filter` */
  missing_fields: string[]
  /** Tags that it names and that were deleted. They are left out of `filter` */
  missing_tags: string[]
}

export type Scope = {
  scope: ScopeName
  summary: string
}

export type ScopeName = 'lists:read' | 'bin:read' | 'bin:write' | 'reports:read' | 'records:read' | 'records:write' | 'notes:read' | 'notes:write' | 'files:read' | 'files:write' | 'leads:write' | 'leads:read' | 'lead-states:write' | 'uploads:read' | 'deliveries:read' | 'deliveries:write' | 'companies:read' | 'companies:write' | 'deals:read' | 'deals:write' | 'contacts:read' | 'contacts:write' | 'timeline:read' | 'chats:read' | 'chats:write' | 'emails:write' | 'calls:write' | 'bookings:read' | 'bookings:write' | 'reminders:write' | 'invoices:read' | 'invoices:write' | 'payments:write' | 'payments:read' | 'documents:read' | 'documents:write' | 'proposals:read' | 'proposals:write' | 'reviews:read' | 'reviews:write' | 'knowledge:read' | 'search:read' | 'workflows:read' | 'workflows:write' | 'webhooks:read' | 'webhooks:write' | 'audit:read' | 'workspace:read' | 'business:read' | 'business:write'

export type SealCertificate = {
  subject: string
  /** Made here, or uploaded */
  source: SealSource
  /** SHA-256, hexadecimal */
  fingerprint: string
  /** RFC 3339. */
  valid_until: string
  /** The certificate that issued it */
  root_pem: string | null
  /** SHA-256 of the root, hexadecimal: what `foyer verify` shows, and who verifies a document asks the sender for */
  root_fingerprint: string | null
  /**
   * Since when another one seals
   * RFC 3339.
   */
  retired_at: string | null
}

export type SealCode = 'authority_unreachable' | 'authority_busy' | 'authority_broken' | 'authority_refused' | 'authority_credentials' | 'long_term_away' | 'file_damaged' | 'evidence_broken' | 'certificate_ended' | 'certificate_not_yet' | 'key_unreadable' | 'marks_changed' | 'sealing_failed'

export type SealLongTerm = {
  state: LongTermState
  /** Why it is missing */
  fault: LongTermFault | null
  /** Of whose certificate */
  certificate: string | null
}

export type SealRecord = {
  id: string
  /** The night, in UTC */
  day: string
  documents: number
  bytes: number
  sha256: string
  /**
   * What a timestamp authority says
   * RFC 3339.
   */
  stamped_at: string | null
  /** RFC 3339. */
  created_at: string
}

export type SealSource = 'own' | 'uploaded'

export type SealState = 'waiting' | 'stamping' | 'sealed' | 'failed'

export type SealTimestamp = {
  state: TimestampState
  /**
   * What the authority says
   * RFC 3339.
   */
  at: string | null
  authority: string | null
}

export type SealingProblem = {
  /** `certificate_ends_early`: before the usual deadline of a document */
  code: SealingProblemCode
  /** The same in English */
  says: string
}

export type SealingProblemCode = 'certificate_ended' | 'certificate_not_yet' | 'certificate_ends_early' | 'key_unreadable' | 'authority_missing'

export type SealingSettings = {
  /** Null until the first document is made */
  certificate: SealCertificate | null
  /** What sealed before and goes on verifying, newest first */
  earlier: SealCertificate[]
  timestamp: TimestampRule
  /** The workspace’s own timestamp authority */
  timestamp_url: string | null
  /** Whether the operator has set one for all workspaces */
  has_usual_authority: boolean
  /** Whether seals carry what they are verified by when their authorities are gone (PAdES B-LT) */
  long_term: boolean
  /** Whether members may record a signature that was made elsewhere */
  allows_attesting: boolean
  /** How long signers have where a document has no deadline of its own */
  days_to_sign: number
  reminders: SigningReminders
  /** The WhatsApp template by which codes go to signers; null: none do */
  code_template: CodeTemplate | null
  /** How long contracts are kept from their end */
  contract_years: 6 | 10
  /** The same of documents that are invoices */
  invoice_years: 6 | 10
  /** Why documents that are sent now could not be sealed */
  problem: SealingProblem | null
}

export type SearchHit = {
  kind: SearchHitKind
  /** Of the record; of a message, of the message */
  id: string
  /** Null: a contact without a name, an address and a number */
  name: string | null
  /** Address and company, stage, client, or the words around what was found */
  about: string | null
  /** Of a deal or an invoice */
  amount: HitAmount | null
  /** Whose it is */
  contact_id: string | null
  /** The deal of the conversation; of a deal, itself */
  deal_id: string | null
  /** Of a contact and a message: what their conversation is named by, its deal or its contact; null: there is none */
  thread_id: string | null
}

export type SearchHitKind = 'contact' | 'lead' | 'company' | 'deal' | 'message' | 'invoice' | 'document'

export type SeenRecord = {
  kind: SeenRecordKind
  id: string
  name: string
}

export type SeenRecordKind = 'deal' | 'contact' | 'lead' | 'company' | 'invoice' | 'booking' | 'task' | 'document' | 'proposal' | 'knowledge'

export type Sender = {
  /** The name of the workspace */
  name: string
  /** Default: `null`. */
  legal_name: string | null
  /** Default: `null`. */
  street: string | null
  /** Default: `null`. */
  postcode: string | null
  /** Default: `null`. */
  city: string | null
  /** Default: `null`. */
  region: string | null
  /** Default: `null`. */
  country: string | null
  /**
   * By kind
   * Default: `{}`.
   */
  tax_numbers: { [name: string]: string }
  /** Default: `null`. */
  registration: string | null
  /** Default: `null`. */
  email: string | null
  /** Default: `null`. */
  phone: string | null
  /** Default: `null`. */
  website: string | null
  /**
   * By kind
   * Default: `{}`.
   */
  bank: { [name: string]: string }
  /** Default: `null`. */
  colour: string | null
  /** Default: `null`. */
  footer: string | null
}

export type SentInvitation = {
  id: string
  email: string
  role: Role
  /** RFC 3339. */
  expires_at: string
}

export type SentMessage = {
  id: string
  status: string
}

export type ServerPlace = {
  host: string
  port: number
}

export type ServiceClient = {
  provider: ProviderName
  /** To register at the service, to the letter */
  redirect_uri: string
  /** Where a client is made there, step by step */
  register: string | null
  /** What Foyer asks for, where the client has to name it */
  scopes: string[]
  /** Whose client a consent is asked with now; null: there is none */
  origin: ServiceClientOrigin | null
  /** Of the workspace’s own client; null: there is none */
  client_id: string | null
  /** RFC 3339. */
  saved_at: string | null
  /** How many accounts were connected with it */
  connections: number
}

export type ServiceClientOrigin = 'workspace' | 'operator' | 'sandbox'

export type ServiceGroup = 'money' | 'messages' | 'work' | 'marketing' | 'ai'

export type ServiceInstance = {
  label: string
  help: string
}

export type ServiceTask = {
  name: string
  title: string
  /** What save-service-rule wants beside `asked` */
  takes: 'text' | 'columns'
  asks: ServiceTaskQuestion[]
}

export type ServiceTaskQuestion = {
  name: string
  label: string
  help: string
  optional: boolean
}

export type Session = {
  id: string
  current: boolean
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  last_seen_at: string
  agent: string | null
  address: string | null
}

export type SharedContact = {
  name: string
  phones: string[]
  emails: string[]
}

export type ShiftedBooking = {
  booking: Booking
  /** Whose wall: the host’s before the booker’s */
  whose: ShiftedClock
  zone: string
  /** What that wall showed when it was booked, in words */
  agreed: string
  /** What it shows now for the same moment */
  shown: string
  /** The version of the zone rules then */
  agreed_by: string
  /** And now */
  shown_by: string
}

export type ShiftedClock = 'host' | 'booker'

export type SignInChallenge = {
  success: true
  needs: 'code'
  challenge: string
}

export type SignInCompleted = {
  success: true
  needs: null
}

export type SignatureClass = 'link' | 'session' | 'attested'

export type SignatureEncoding = 'hex' | 'base64'

export type SignedFile = {
  kind: SignedFileKind
  sha256: string
  bytes: number
}

export type SignedFileKind = 'sealed' | 'certificate'

export type SignedFiles = {
  /** Who sent the document */
  organization: string
  brand: Brand
  locale: string
  /** RFC 3339. */
  ends_at: string
  ended: boolean
  /** Until the link ends */
  title: string | null
  /** Until the link ends */
  document_id: string | null
  files: SignedFile[]
}

export type SignedPaper = {
  id: string
  /** The `url` for `sign-document`. Members download the file from there */
  url: string
  /** Of the file as it is kept: without what acts in a PDF */
  sha256: string
  /** Of the file as it was uploaded */
  given_sha256: string
  /** Of the file as it is kept */
  bytes: number
  /** RFC 3339. */
  uploaded_at: string
}

export type SignedRule = {
  deposit: {
    percent: number
    /** Default: `false`. */
    send: boolean
  } | {
    amountMinor: number
    currency: string
    /** Default: `false`. */
    send: boolean
  } | null
  stageId: string | null
}

export type SignedText = 'body' | 'timestamp.body' | 'timestamp:body' | 'hmacsha256=body' | 'id.timestamp.body'

export type SignerCode = 'none' | 'email' | 'whatsapp'

export type SignerRole = 'admin' | 'client'

export type SignerState = 'waiting' | 'asked' | 'signed' | 'declined' | 'replaced'

export type Signing = {
  document_id: string
  title: string
  organization: string
  brand: Brand
  status: DocumentStatus
  /** Why it was taken back, or this signer declined */
  status_reason: string | null
  /** After all have signed: whether it is sealed yet */
  seal: SealState | null
  locale: string
  /** RFC 3339. */
  ends_at: string
  signer: {
    name: string
    email: string
    state: SignerState
    is_turn: boolean
    /** Who should sign instead, as this signer says */
    successor: SigningSuccessor | null
  }
  others: DocumentSigner[]
  /** Those that this signer fills in */
  fields: SigningField[]
  /** In points, with their words; none once it was taken back, declined, or not signed in time */
  pages: SigningPage[]
  /** The version of the words to agree to */
  consent: string
  /** What they have filled in so far, as `save-signing-draft` keeps it */
  draft: { [name: string]: string } | null
}

export type SigningField = {
  id: string
  kind: FieldKind
  label: string | null
  /** Whether a text must be typed, or a tick set; the other kinds are filled in by signing */
  required: boolean
  page: number
  /** Points from the left */
  x: number
  /** Points from the top */
  y: number
  width: number
  height: number
}

export type SigningPage = {
  width: number
  height: number
  text: string
}

export type SigningReminders = {
  /** So many days after a signer was asked */
  after: number[]
  /** So many days before the deadline; `null`: not then */
  before: number | null
}

export type SigningSuccessor = {
  name: string
  email: string
  reason: string | null
  /** RFC 3339. */
  at: string
  /** The sender keeps the signer */
  refused: boolean
}

export type Slot = {
  /** RFC 3339. */
  start: string
  /** The day in the time zone that was asked for */
  date: string
  /** The time as people of the language write it; of a repeated hour with its offset */
  label: string
  /** Such as +02:00 */
  offset: string
}

export type SourceCount = {
  source: string
  count: number
}

export type Stage = {
  id: string
  /** `status` of its deals; unchanged when the stage is renamed */
  slug: string
  name: string
  kind: StageKind
  position: number
  /** Per cent; of open stages. Null: none is set, and its deals are not weighted */
  chance: number | null
  deals: number
  open_deals: number
}

export type StageKind = 'open' | 'won' | 'lost'

export type StandingDeal = {
  id: string
  name: string
  stage: string
  contact: ContactReference | null
  owner: MemberReference | null
  value_minor: number | null
  currency: string | null
  /** RFC 3339. */
  stage_since: string
  /** It has no open task; or it has one, and has not moved for two weeks. A deal of an import that has not moved here is there without an open task alone: once it had one here, or two weeks after */
  reason: 'no_next_step' | 'standing'
}

export type StartableWorkflow = {
  id: string
  name: string
  description: string
  subject: WorkflowRequestSubject | null
  /** What who starts it fills in */
  input: WorkflowField[]
  /** The stop switch is on: a run waits for that */
  stopped: boolean
}

export type StoredFileKind = 'document' | 'record' | 'template' | 'email' | 'message' | 'upload' | 'design' | 'logo' | 'attachment'

export type Summary = {
  sentences: SummarySentence[]
  /**
   * When the newest of its sources was written
   * RFC 3339.
   */
  as_of: string | null
  /** RFC 3339. */
  created_at: string
}

export type SummaryKind = 'thread' | 'deal' | 'day'

export type SummarySentence = {
  text: string
  /** What it rests on: at least one */
  sources: TextSource[]
}

export type Sync = {
  jobId: string
  kind: SyncKind
  provider: string
  connection_id: string
  mode: SyncMode
  status: SyncStatus
  /** While it is in progress; `stalled`: no progress for ten minutes, or the same page twice */
  condition: SyncCondition | null
  /**
   * Of the condition
   * RFC 3339.
   */
  since: string | null
  /** Why it waits, stalls or failed, for people */
  reason: string | null
  /** Why it failed: `cancelled`, `given_up`, `disconnected` */
  code: string | null
  /**
   * When it goes on
   * RFC 3339.
   */
  resumes_at: string | null
  /** RFC 3339. */
  started_at: string | null
  /** RFC 3339. */
  completed_at: string | null
  /** Of an undo: the sync that it takes back */
  of_job: string | null
  /** The undo of this sync */
  undone_by: string | null
  can_undo: boolean
  can_resume: boolean
  entities: CrmEntity[]
  summary: SyncSummary
  error_count: number
}

export type SyncCertificate = {
  /** Records as the CRM counts them; null where it does not */
  theirs: number | null
  /** Records of the CRM that are linked to one here */
  ours: number
  /** Records of the CRM of which the one here was removed for good: they are not brought back */
  removed: number
  /** At most 1,000 ids that are there and not here */
  missing: string[]
  missing_count: number
  /** Whether all ids there were listed and looked for here, as where the counts differ */
  is_listed: boolean
  /** Records that were read again and compared value by value */
  sampled: number
  differing: DifferingRecord[]
  /** Further sampled records, of which a difference is known: a conflict, or a value that was changed here alone */
  known_differing: number
}

export type SyncCertificates = {
  companies?: SyncCertificate
  contacts?: SyncCertificate
  deals?: SyncCertificate
}

export type SyncCondition = 'running' | 'waiting_for_limit' | 'needs_reauth' | 'stalled'

export type SyncConflictRule = 'ask' | 'ours' | 'theirs' | 'newer'

export type SyncCounts = {
  total: number
  new: number
  matched: number
  changed: number
  unchanged: number
  failed: number
  gone: number
  conflicts: number
  written: number
}

export type SyncDirection = 'in' | 'out' | 'both' | 'off'

export type SyncEntityProgress = {
  status: SyncEntityStatus
  /** Records of this kind met at the CRM; null until one was read */
  total: number | null
  /** How many there are, as the CRM counted at the beginning; null where it does not count, or only changes are read */
  expected: number | null
  /** Records that stand here and are linked: new, changed or unchanged */
  imported: number
  /** Records that could not be taken */
  failed: number
  /** Values in which both sides differ and a member decides */
  conflicts: number
  /** Records that were written at the CRM */
  written: number
}

export type SyncEntityStatus = 'queued' | 'syncing' | 'completed'

export type SyncEntitySummary = {
  new: number
  changed: number
  unchanged: number
  failed: number
  /** Of the changed and unchanged: records that were here before and are linked for the first time */
  matched: number
  /** Records that were deleted at the CRM; those here stay */
  gone: number
  /** Records that are there and not here */
  missing: number
}

export type SyncError = {
  entity: CrmEntity
  /** The CRM’s id */
  record_id: string
  /** The record at the CRM, for people; null where its address is not known */
  record_url: string | null
  field: string | null
  code: string
  message: string
  /** RFC 3339. */
  at: string
}

export type SyncKind = 'sync' | 'rehearsal' | 'undo'

export type SyncLabels = {
  /** By name, what people call the fields named here that are the CRM’s or the workspace’s own */
  companies?: { [name: string]: string }
  /** By name, what people call the fields named here that are the CRM’s or the workspace’s own */
  contacts?: { [name: string]: string }
  /** By name, what people call the fields named here that are the CRM’s or the workspace’s own */
  deals?: { [name: string]: string }
}

export type SyncMode = 'all' | 'changes'

export type SyncProgress = {
  companies?: SyncEntityProgress
  contacts?: SyncEntityProgress
  deals?: SyncEntityProgress
}

export type SyncSample = {
  entity: CrmEntity
  /** The CRM’s id */
  record_id: string
  /** The record at the CRM, for people; null where its address is not known */
  record_url: string | null
  verdict: SyncVerdict
  fields: SampledValue[]
  /** Of an undo: why the record stays */
  reason: string | null
  our_id: string | null
}

export type SyncSchedule = 'off' | 'hourly' | 'daily'

export type SyncStatus = 'queued' | 'in_progress' | 'completed' | 'failed'

export type SyncSummary = {
  companies?: SyncEntitySummary
  contacts?: SyncEntitySummary
  deals?: SyncEntitySummary
}

export type SyncVerdict = 'new' | 'matched' | 'changed' | 'conflicting' | 'kept'

export type SyncedField = 'custom' | 'name' | 'domain' | 'email' | 'phone' | 'full_name' | 'first_name' | 'last_name' | 'company' | 'job_title' | 'linkedin_url' | 'amount' | 'currency' | 'stage' | 'owner'

export type Tag = {
  id: string
  name: string
  /** 1 to 8: the color */
  hue: number
}

export type Task = {
  id: string
  /** `wait`: waiting for the other side */
  kind: TaskKind
  title: string
  /** RFC 3339. */
  due_at: string | null
  assigned_to: string | null
  assigned_name: string | null
  deal: Reference | null
  contact: ContactReference | null
  /** The company that it is about, where it was added to one */
  company: Reference | null
  /** `{rule}`, `{person_id}`, `{call_id}` or `{review_id}` */
  cause: { [name: string]: unknown }
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  done_at: string | null
  outcome: string | null
  /** The workflow whose step added it, by the name that it had then */
  workflow: string | null
}

export type TaskKind = 'next_action' | 'wait' | 'call_back'

export type TaxNumberKind = 'vat' | 'gstin' | 'pan' | 'utr' | 'company' | 'siret' | 'steuernummer' | 'ein' | 'uid' | 'abn' | 'other'

export type Template = {
  id: string
  name: string
  kind: TemplateKind
  /** The newest; a document keeps the one that it was made from */
  version: number
  placeholders: Placeholder[]
  /** How many documents were made from it */
  documents: number
  /** What follows when all have signed */
  when_signed: SignedRule | null
  /** RFC 3339. */
  archived_at: string | null
  /** RFC 3339. */
  updated_at: string
}

export type TemplateBox = {
  id: string
  /** The placeholder; several boxes may show one */
  key: string
  /** Of the letters, in points */
  size: number
  align: BoxAlign
  /** Counts from 0 */
  page: number
  /** Points from the left */
  x: number
  /** Points from the top */
  y: number
  width: number
  height: number
}

export type TemplateDetail = Template & {
  /** The text; of a Google Doc as it was read, a paragraph a line */
  body: string | null
  google_file_id: string | null
  /** The revision that was read, as Google names it */
  google_revision: string | null
  /**
   * When the Google Doc was read
   * RFC 3339.
   */
  read_at: string | null
  /** Of a PDF */
  file: TemplateFile | null
  /** Of a PDF: where signers fill in */
  fields: TemplateField[]
  /** Of a PDF: where values are set */
  boxes: TemplateBox[]
  /** Null: as the workspace does */
  reminders: SigningReminders | null
}

export type TemplateField = {
  id: string
  kind: FieldKind
  /** `client` or `admin`; the second of a role is `client-2` */
  signer: string
  label: string | null
  /** Whether a text must be typed, or a tick set; the other kinds are filled in by signing */
  required: boolean
  /** Counts from 0 */
  page: number
  /** Points from the left */
  x: number
  /** Points from the top */
  y: number
  width: number
  height: number
}

export type TemplateFile = {
  id: string
  /** As it was uploaded */
  name: string
  bytes: number
  /** Of the file as it was taken: without what could act */
  sha256: string
  /** In points, as they are looked at */
  pages: TemplatePage[]
}

export type TemplateKind = 'text' | 'pdf' | 'google'

export type TemplatePage = {
  width: number
  height: number
}

export type TemplatePart = {
  part: 'header' | 'body' | 'footer' | 'button'
  text: string
}

export type TemplateValue = {
  name: string
  of: 'header' | 'body' | 'button'
  kind: string
}

export type TestChannel = 'app' | 'mail' | 'push'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr'

export type TextSource = {
  kind: TextSourceKind
  id: string
  /** Its beginning */
  text: string
}

export type TextSourceKind = 'message' | 'passage' | 'deal' | 'task' | 'booking' | 'event'

export type ThreadEmail = {
  id: string
  /** time: only that there was a mail, for its mailbox is a colleague’s own */
  visible: EmailVisibility
  /** Whose mailbox it is in */
  owner: Reference
  /** Its address */
  mailbox: string | null
  /** The caller may open and answer it */
  can_use: boolean
  kind: EmailKind
  subject: string | null
  /** What is new in it, without what it quotes */
  text: string | null
  from: EmailPerson | null
  to: EmailPerson[]
  cc: EmailPerson[]
  attachments: EmailAttachment[]
  state: EmailState | null
  error: string | null
  bounced: string | null
  broken: string | null
  /** RFC 3339. */
  opened_at: string | null
  /** What colleagues see of the mails in this thread; for the owner of a personal mailbox alone */
  sharing: ThreadEmailSharing | null
}

export type ThreadEmailSharing = {
  mailbox_id: string
  /** Whose thread it is */
  contact_id: string
  shares: MailboxShares
  /** For this thread, in place of what is chosen for the mailbox */
  is_chosen: boolean
}

export type TimelineEntry = {
  id: string
  /** RFC 3339. */
  at: string
  kind: TimelineEntryKind
  /** For messages: whatsapp, web_chat or note */
  channel: string | null
  /** in, out or note */
  direction: string | null
  /** The first 2,000 characters of the text. The whole of a longer note is in `facts.body` */
  text: string | null
  facts: { [name: string]: unknown }
  /** The related lead, message, call, invoice, deal, task, mail, merge, booking … */
  subject_id: string | null
  cause: Cause
  /** The member who did it */
  person: MemberReference | null
}

export type TimelineEntryKind = 'lead' | 'message' | 'call' | 'note' | 'file' | 'payment' | 'invoice' | 'deal' | 'stage' | 'assignment' | 'task' | 'mail' | 'merge' | 'fact' | 'booking' | 'document' | 'proposal' | 'design' | 'workflow' | 'edit'

export type TimestampRule = 'required' | 'preferred' | 'none'

export type TimestampState = 'none' | 'missing' | 'stamped'

export type TimestampUnit = 'seconds' | 'milliseconds'

export type UnansweredLead = {
  id: string
  source: string
  /** Of its contact, else as it came */
  email: string | null
  /** In E.164 */
  phone: string | null
  /** There is a conversation with its contact, who does not wait there */
  has_conversation: boolean
}

export type UnconnectedNumber = {
  /** The id at WhatsApp */
  phone_number_id: string
  /** The phone number for display */
  number: string | null
  /** Number of stored messages */
  messages: number
  /** RFC 3339. */
  first_at: string
  /** RFC 3339. */
  last_at: string
}

export type UndeletedRecord = {
  id: string
  reason: KeptReason
  /** Why, and what to do first */
  message: string
}

export type UnprintableLetter = {
  letter: string
  codes: string
}

export type UnreadEvent = {
  title: string
  uid: string | null
  /**
   * Null where its time could not be read
   * RFC 3339.
   */
  starts_at: string | null
  /** The same in few words, in its owner’s time zone and language */
  starts_text: string | null
  /** `time`: takes no time, for its own cannot be read. `end`: takes an hour, or the day. `occurrence`: takes its time beside the occurrence that it replaces. `rule`: takes its first time alone. `dates`: some that it adds or leaves out are not known. `many`: it recurs more often than is copied. `zone`: its times are read in another zone. `details`: takes its time, with something else about it unknown */
  reason: UnreadReason
}

export type UnreadEvents = {
  count: number
  /** The first 20 things; several may be about one event */
  events: UnreadEvent[]
}

export type UnreadReason = 'time' | 'end' | 'occurrence' | 'rule' | 'dates' | 'many' | 'zone' | 'details'

export type UnsupportedField = {
  letter: string
  /** `U+13000`, for each of its code points */
  codes: string
  /** It draws nothing, and changes how the text around it is read */
  is_invisible: boolean
  field: string
}

export type Upload = {
  id: string
  name: string
  state: UploadState
  size_bytes: number
  received_bytes: number
  encoding: TextEncoding | null
  delimiter: string | null
  quote: string | null
  has_header: boolean | null
  columns: string[]
  mapping: (LeadField | string | null)[]
  source: string
  /** Whether these people wait for a first answer */
  waits_for_answer: boolean
  check: UploadCheck | null
  import: UploadImport | null
  progress: number
  problem: UploadProblem | null
  stalled: boolean
  /** RFC 3339. */
  created_at: string
  created_by: Reference | null
  /** RFC 3339. */
  started_at: string | null
  /** RFC 3339. */
  finished_at: string | null
}

export type UploadCheck = {
  rows: number
  new: number
  duplicate: number
  invalid: number
}

export type UploadImport = {
  imported: number
  duplicate: number
  rejected: number
  undone: number
}

export type UploadPreviewRow = {
  row: number
  cells: string[]
  outcome: 'new' | 'duplicate' | 'invalid'
  contact_known: boolean
  code: string | null
  field: string | null
  message: string | null
}

export type UploadProblem = {
  code: string
  message: string
  failed_in: 'checking' | 'importing' | 'undoing'
}

export type UploadRow = {
  row: number
  outcome: UploadRowOutcome
  cells: string[]
  mended: boolean
  code: string | null
  field: string | null
  message: string | null
  lead_id: string | null
}

export type UploadRowOutcome = 'invalid' | 'duplicate' | 'mended' | 'over_quota' | 'imported'

export type UploadState = 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'

export type UploadedPaper = {
  /** The `url` for `sign-document`. Members download the file from there */
  url: string
  /** Of the file as it was uploaded */
  given_sha256: string
  /** RFC 3339. */
  uploaded_at: string
  /** The name of the member */
  uploaded_by: string | null
  /** As the file was called */
  name: string | null
  /** Whose signature was recorded on it */
  signer_ids: string[]
}

export type User = {
  id: string
  email: string
  name: string
  role: Role
}

export type UserReference = {
  id: string
  name: string
  email: string
}

export type VerifiedDocument = {
  id: string
  title: string
  status: DocumentStatus
  /** Once all have signed; empty before */
  signers: VerifiedSigner[]
  /** Of its seal, once it is sealed */
  timestamp: VerifiedTimestamp | null
  /** The data by which its seal can be verified for long (PAdES B-LT), once it is sealed */
  longTerm: VerifiedLongTerm | null
}

export type VerifiedLongTerm = {
  /** `missing`: it was asked for, and could not be had when the document was sealed */
  state: LongTermState
  /** Whether the data in the sealed file holds at this moment; null where there is none */
  valid: boolean | null
  /** Why it is missing, or does not hold */
  fault: LongTermFault | null
  /** Of whose certificate */
  certificate: string | null
}

export type VerifiedPaper = {
  /** Of the file as it is kept; it is attached to the sealed document */
  sha256: string
  /** Of the file as it was uploaded */
  givenSha256: string
  /** RFC 3339. */
  uploadedAt: string
  /** The name of the member who uploaded it; null before all have signed */
  uploadedBy: string | null
}

export type VerifiedSigner = {
  /** By which they were asked */
  name: string
  /** The name that they signed under, where it is another */
  signedAs: string | null
  /** What stands in their signature and name fields, where it is neither of these names */
  writtenAs: string[]
  role: SignerRole
  /** RFC 3339. */
  signedAt: string | null
  class: SignatureClass | null
  /** That they signed by hand, where it was uploaded */
  paper: VerifiedPaper | null
}

export type VerifiedTimestamp = {
  /** `none`: no timestamp authority was asked. `missing`: the one that was asked did not answer in time */
  state: TimestampState
  /**
   * What the authority says
   * RFC 3339.
   */
  at: string | null
  authority: string | null
  /** Whether the timestamp in the sealed file holds at this moment; null where there is none */
  valid: boolean | null
  /** Why it does not hold. `other`: it is not the one that the evidence names */
  fault: 'unreadable' | 'not_timestamp' | 'other_signature' | 'changed' | 'no_certificate' | 'wrong_signature' | 'other_certificate' | 'not_authority' | 'certificate_ended' | 'removed' | 'other' | null
  /** The same in English */
  says: string | null
}

export type VerifyFailure = 'long_term_removed' | 'several_documents'

export type ViewClass = 'person' | 'proxy' | 'scanner' | 'own'

export type ViewColumn = {
  /** At most 80 characters. */
  key: string
  /** In pixels; null: the usual one */
  width: number | null
}

export type ViewColumnInput = {
  /** At most 80 characters. */
  key: string
  /** In pixels; null: the usual one */
  width?: number | null | undefined
}

export type ViewedKind = 'document' | 'proposal'

export type ViewedPart = {
  /** `p1`: a page; `s1`: a section; `prices` */
  part: string
  /** Of a section */
  title: string | null
  seconds: number
}

export type ViewedSubject = {
  kind: ViewedKind
  id: string
  title: string
  /** Views by people: half hours in which a link was opened */
  count: number
  /** RFC 3339. */
  last_at: string | null
  seconds: number
  /** Where the time went, the longest first */
  parts: ViewedPart[]
  /** The newest, of all classes */
  views: PageView[]
}

export type WaitingDocument = {
  id: string
  title: string
  deal: Reference | null
  contact: ContactReference | null
  /** Signers who have signed */
  signed: number
  signers: number
  /** The signer whose turn it is */
  waits_for: {
    signer_id: string
    name: string
  } | null
  /** The caller is that signer */
  waits_for_you: boolean
  /**
   * When it expires
   * RFC 3339.
   */
  ends_at: string
}

export type WaitingReply = {
  /** `deal` and `lead`: the first answer to a contact who has written no message; each contact is in the list once */
  kind: 'conversation' | 'deal' | 'lead'
  contact: ContactReference | null
  deal: Reference | null
  lead: UnansweredLead | null
  channel: MessageChannel | null
  /** The latest message, or how the text of a lead begins */
  preview: string | null
  /** The sender of the message is not verified: website chat or a form */
  is_unverified: boolean
  owner: MemberReference | null
  /** RFC 3339. */
  waiting_since: string
  /**
   * The target for answers runs out
   * RFC 3339.
   */
  due_at: string
}

export type WebChatMessage = {
  id: string
  /** RFC 3339. */
  at: string
  from: WebChatSide
  /** The member who wrote it */
  author: string | null
  text: string
  /** The id that the visitor’s page assigned */
  client_message_id: string | null
}

export type WebChatSide = 'user' | 'agent'

export type Webhook = {
  id: string
  url: string
  description: string
  /** Empty: all of them */
  event_types: string[]
  /** Whether records that a CRM sync creates or changes are sent one by one */
  include_imports: boolean
  state: WebhookState
  disabled_reason: WebhookDisabledReason | null
  /**
   * The first failure since the last success
   * RFC 3339.
   */
  failing_since: string | null
  /** The last four characters of the signing secret */
  secret_hint: string
  /**
   * Until then, the previous secret also signs
   * RFC 3339.
   */
  old_secret_until: string | null
  /** RFC 3339. */
  created_at: string
  /** The latest one */
  last_delivery: LastWebhookDelivery | null
  /** Of a rule of save-service-rule; null: a webhook */
  service: RuleService | null
}

export type WebhookAttempt = {
  /** RFC 3339. */
  at: string
  duration_ms: number
  status: number | null
  error: string | null
  request_headers: { [name: string]: string }
  response_headers: { [name: string]: string }
  /** The first 4 KB */
  response_body: string | null
}

export type WebhookDelivery = {
  id: string
  /** The `webhook-id` that the receiver sees in every attempt and replay */
  event_id: string
  type: string
  state: WebhookDeliveryState
  tries: number
  /** Null when there was no response */
  last_status: number | null
  last_error: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  next_try_at: string | null
  /** Held after a restore until an owner releases it: it may have been delivered before */
  held: boolean
  /** RFC 3339. */
  delivered_at: string | null
}

export type WebhookDeliveryDetail = WebhookDelivery & {
  webhook_id: string
  /** The exact bytes that are signed and sent */
  body: string
  /** Oldest first */
  attempts: WebhookAttempt[]
}

export type WebhookDeliveryState = 'waiting' | 'delivered' | 'failed'

export type WebhookDisabledReason = 'person' | 'gone' | 'failing'

export type WebhookEventName = 'record.deleted' | 'record.restored' | 'record.removed' | 'contact.changed' | 'contact.merged' | 'record.tagged' | 'record.changed' | 'note.added' | 'lead.received' | 'lead.changed' | 'company.merged' | 'deal.created' | 'deal.changed' | 'deal.closed' | 'crm.sync_finished' | 'message.received' | 'call.ended' | 'booking.created' | 'booking.confirmed' | 'booking.rescheduled' | 'booking.cancelled' | 'invoice.changed' | 'payment.received' | 'document.sent' | 'document.signer_signed' | 'document.signed' | 'document.sealed' | 'document.ended' | 'document.viewed' | 'proposal.sent' | 'proposal.viewed' | 'proposal.accepted' | 'proposal.declined' | 'proposal.ended' | 'review.received' | 'review.edited' | 'review.removed' | 'workflow.run_waiting' | 'workflow.run_paused' | 'workflow.run_finished' | 'workflow.run_failed' | 'connection.connected' | 'connection.failed' | 'connection.disconnected' | 'key.changed' | 'member.joined' | 'member.changed' | 'member.left'

export type WebhookEventType = {
  type: string
  about: string
}

export type WebhookState = 'active' | 'disabled'

export type WeeklyHours = {
  mon?: readonly (readonly string[])[] | undefined
  tue?: readonly (readonly string[])[] | undefined
  wed?: readonly (readonly string[])[] | undefined
  thu?: readonly (readonly string[])[] | undefined
  fri?: readonly (readonly string[])[] | undefined
  sat?: readonly (readonly string[])[] | undefined
  sun?: readonly (readonly string[])[] | undefined
}

export type WhatsAppWindow = {
  /** RFC 3339. */
  closes_at: string
  is_open: boolean
}

export type WhatsappTemplate = {
  id: string
  name: string
  language: string
  category: string
  /** As reported by WhatsApp; only APPROVED can be sent */
  status: string
  reason: string | null
  /** Its text, with {{1}} in place of the first value */
  body: string | null
  /** Number of required values, in order: header, body, buttons */
  variables: number
  /** The values, in the order of `templateVars`. kind: text; image, video or document (an https URL); latitude, longitude, place, address; url (the end of a button’s URL); copy_code */
  values: TemplateValue[]
  /** What the client receives, top to bottom; {{3}} is the place of the third value */
  parts: TemplatePart[]
  /** The part that Foyer does not support; such a template is rejected before it is sent */
  unusable: string | null
  components: { [name: string]: unknown }[]
  /** RFC 3339. */
  synced_at: string
}

export type Whose = 'mine' | 'all'

export type WorkElsewhere = {
  name: 'workflow_runs'
  failed: number
  paused: number
}

export type WorkHours = {
  /** Null: of the whole business */
  user_id: string | null
  /** IANA time zone, such as Europe/Berlin */
  timezone: string
  weekly: { [name: string]: string[][] }
  /** Single days that were set here */
  dates: { [name: string]: string[][] }
  /** Single days of the whole business, such as holidays: they hold where `dates` names no other hours */
  business_dates: { [name: string]: string[][] }
  /** No week was set: `weekly` is that of the business and follows its changes, else Monday to Friday, 9 to 17 */
  is_usual: boolean
}

export type Workflow = {
  id: string
  name: string
  state: WorkflowState
  /** Of the published version; of what is not published that of a draft */
  trigger: WorkflowTrigger | null
  /** The published one */
  version: number | null
  /** The newest one there is; 0: none */
  last_version: number
  /** RFC 3339. */
  published_at: string | null
  published_by: MemberReference | null
  /** RFC 3339. */
  stopped_at: string | null
  /** Null of what a guard has stopped */
  stopped_by: MemberReference | null
  /** Of a guard */
  stop_reason: string | null
  /** Of a guard: the workflows that led to the last start, and this one */
  stop_chain: string | null
  /** RFC 3339. */
  archived_at: string | null
  runs: WorkflowRunCounts
  /** Runs that wait now; 1,001 stands for more than 1,000 */
  waiting: number
  /** Those that there are: mine first */
  drafts: WorkflowDraftBrief[]
  /** The template */
  made_from: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  updated_at: string
}

export type WorkflowAction = {
  name: string
  summary: string
  description: string | null
  effect: 'read' | 'write'
  /** The least role that may do it */
  least: string
  /** What leaves the house by it */
  leaves: string | null
  /** Of each of these lists of fields one at least is given */
  needs_one_of: string[][]
  /** JSON Schema of the input */
  input: { [name: string]: unknown }
  /** JSON Schema of `steps.<id>` */
  output: { [name: string]: unknown }
}

export type WorkflowDraft = WorkflowDraftBrief & {
  /** As it was saved: its steps may be unfinished */
  definition: { [name: string]: unknown }
}

export type WorkflowDraftBrief = {
  id: string
  /** Whose it is: a member, or a key */
  author: MemberReference
  is_mine: boolean
  /** Grows with each save */
  revision: number
  /** The version that it was made from; null: there was none */
  base_version: number | null
  /** RFC 3339. */
  updated_at: string
  /** Who saved it last */
  updated_by: MemberReference
}

export type WorkflowEvent = {
  type: string
  about: string
  /** JSON Schema of `trigger.data` */
  data: { [name: string]: unknown }
  /** JSON Schema of `trigger.before` and `trigger.after`; null: it has none */
  changes: { [name: string]: unknown } | null
}

export type WorkflowExplainedEvent = {
  id: string
  type: string
  about: string | null
  /** RFC 3339. */
  at: string
  subject_id: string
  workflows: WorkflowExplanation[]
}

export type WorkflowExplanation = {
  workflow: Reference
  /** The one that was published then; null where none was */
  version: number | null
  /** import: it came with a file or an import, and the trigger leaves those out · other_of_its_key: another run of the same key was under way · gone: what the event was about does not exist any more · not_started: not yet, or the run is forgotten */
  outcome: WorkflowExplanationOutcome
  /** The stop switch is on: a run of it waits for that */
  stopped: boolean
  filter: string | null
  /** Why the filter could not be worked out */
  message: string | null
  /** What the filter looked at, as it was then */
  saw: WorkflowSeenValue[]
  run_id: string | null
}

export type WorkflowExplanationOutcome = 'started' | 'filter_said_no' | 'filter_failed' | 'import' | 'other_of_its_key' | 'not_published' | 'gone' | 'not_started'

export type WorkflowField = {
  /** A name by which later steps refer to it: steps.<id> */
  name: string
  /** At most 120 characters. */
  label: string
  type: WorkflowFieldType
  /** Default: `false`. */
  required: boolean
  choices?: WorkflowFieldChoice[]
  /** At most 500 characters. */
  help?: string
  /** What is filled in is masked wherever a run shows it */
  hidden?: boolean
}

export type WorkflowFieldChoice = {
  /** A name by which later steps refer to it: steps.<id> */
  value: string
  /** At most 120 characters. */
  label: string
}

export type WorkflowFieldType = 'text' | 'long_text' | 'number' | 'money' | 'date' | 'tick' | 'choice' | 'several' | 'email' | 'phone'

export type WorkflowFunction = {
  group: string
  name: string
  /** Names and types; `?` behind a name: may be left out; behind a type: may be empty */
  signature: string
  summary: string
  example: string
  /** What the example gives */
  gives: unknown
}

export type WorkflowHook = {
  /** The last four characters of its address */
  token_hint: string
  /**
   * Until then the address before is answered, too
   * RFC 3339.
   */
  old_token_until: string | null
  /** The last four characters of its secret */
  secret_hint: string
  /**
   * Until then the secret before proves a request, too
   * RFC 3339.
   */
  old_secret_until: string | null
  /** RFC 3339. */
  made_at: string
  /** RFC 3339. */
  rolled_at: string | null
  /**
   * The last one that was taken
   * RFC 3339.
   */
  last_request_at: string | null
  /** Requests that did not prove who sent them; they are not stored */
  refused: number
  /** RFC 3339. */
  refused_at: string | null
}

export type WorkflowHookCheck = 'standard_webhooks' | 'hmac' | 'bearer' | 'nothing'

export type WorkflowKeptRuns = {
  /** Runs that have not begun */
  starts: number
  /** Runs that were put aside between two steps */
  under_way: number
}

export type WorkflowMade = {
  kind: WorkflowMadeKind
  id: string
  /** As it is now, in the words of its kind */
  state: string
  /** waiting: it has not left yet · done: it has left, or is there · failed: it did not leave · uncertain: it is not known whether it left */
  standing: WorkflowMadeStanding
  reason: string | null
  /** What the provider calls it; of an email its Message-ID */
  provider_id: string | null
  /** Of an email: from which it is sent */
  mailbox: string | null
  /** The record to open: of a message its conversation, of a payment its invoice */
  opens: string | null
}

export type WorkflowMadeKind = 'email' | 'message' | 'invoice' | 'payment' | 'booking' | 'document'

export type WorkflowMadeStanding = 'waiting' | 'done' | 'failed' | 'uncertain'

export type WorkflowMapping = {
  /** The step; null of the workflow as a whole */
  node: string | null
  field: string
  /** What has to be chosen: person, pipeline, stage, connection … */
  kind: string
  /** How it was called where it comes from */
  name: string
}

export type WorkflowReplayVersion = 'own' | 'published'

export type WorkflowReplayedEffect = {
  node: string
  path: string
  /** The action, the request, or `workflow`: all that a workflow did that the step started */
  what: string
  /** begun, uncertain: it may have left */
  state: 'begun' | 'done' | 'uncertain'
  proof: unknown
  run_id: string
  /** RFC 3339. */
  at: string
}

export type WorkflowRequestSubject = 'lead' | 'contact' | 'deal'

export type WorkflowRole = 'member' | 'admin'

export type WorkflowRun = {
  id: string
  workflow: Reference
  version: number
  state: WorkflowRunState
  /** Why it is paused, or how it ended */
  reason: string | null
  reason_code: string | null
  /** It has not ended, and a stop switch holds it still: that of its workflow, or of the workspace */
  is_stopped: boolean
  /** Of the emails and messages that its steps wrote, those that have not left: `failed`: one did not · `uncertain`: one may not have · `waiting`: one will. Null: all have left, or it wrote none */
  unsent: WorkflowRunUnsent | null
  started_by: WorkflowTriggerKind
  event_type: string | null
  /** Who started it by hand */
  person: MemberReference | null
  subject_kind: WorkflowSubjectKind | null
  subject_id: string | null
  /** The record of `subject_id`, where it still exists */
  about: RecordReference | null
  replay_of: string | null
  /** The run that started it by a step */
  parent_id: string | null
  steps: number
  /**
   * When it goes on by the clock
   * RFC 3339.
   */
  due_at: string | null
  /** RFC 3339. */
  created_at: string
  /** RFC 3339. */
  started_at: string | null
  /** RFC 3339. */
  ended_at: string | null
}

export type WorkflowRunCounts = {
  /** Of seven days; 1,001 stands for more than 1,000, and then the states are those of the newest 1,001 */
  total: number
  /** Under way, or waiting */
  open: number
  completed: number
  failed: number
  cancelled: number
}

export type WorkflowRunFailedData = {
  workflow_id: string
  version: number
  state: WorkflowRunState
  /** Why it waits, is paused, or ended so */
  reason: string | null
  subject_kind: WorkflowSubjectKind | null
  /** The lead, contact or deal that it is about */
  subject_id: string | null
  /** The run */
  id: string
}

export type WorkflowRunFinishedData = {
  workflow_id: string
  version: number
  state: WorkflowRunState
  /** Why it waits, is paused, or ended so */
  reason: string | null
  subject_kind: WorkflowSubjectKind | null
  /** The lead, contact or deal that it is about */
  subject_id: string | null
  /** The run */
  id: string
}

export type WorkflowRunPausedData = {
  workflow_id: string
  version: number
  state: WorkflowRunState
  /** Why it waits, is paused, or ended so */
  reason: string | null
  subject_kind: WorkflowSubjectKind | null
  /** The lead, contact or deal that it is about */
  subject_id: string | null
  /** The run */
  id: string
}

export type WorkflowRunPlace = {
  /** At most 40 characters. */
  node: string
  /**
   * In which iteration or branch, as show-run names it; empty outside of them
   * At most 1,000 characters.
   * Default: `""`.
   */
  path?: string | undefined
}

export type WorkflowRunState = 'queued' | 'running' | 'waiting' | 'paused' | 'completed' | 'failed' | 'cancelled'

export type WorkflowRunUnsent = 'waiting' | 'failed' | 'uncertain'

export type WorkflowRunWaitingData = {
  workflow_id: string
  version: number
  state: WorkflowRunState
  /** Why it waits, is paused, or ended so */
  reason: string | null
  subject_kind: WorkflowSubjectKind | null
  /** The lead, contact or deal that it is about */
  subject_id: string | null
  /** The run */
  id: string
}

export type WorkflowSeenValue = {
  name: string
  value: unknown
}

export type WorkflowState = 'draft' | 'published' | 'stopped' | 'archived'

export type WorkflowStep = {
  node: string
  /** In which iteration of which loop, or branch; empty outside of them */
  path: string
  kind: string
  state: 'running' | 'waiting' | 'done' | 'failed' | 'uncertain' | 'cancelled'
  outlet: string | null
  tries: number
  /** What it took; null once it is forgotten */
  input: unknown
  output: unknown
  error: Reason | null
  is_simulated: boolean
  cost_micros: number | null
  effect: {
    key: string
    state: 'begun' | 'done' | 'failed' | 'uncertain'
    what: string
    /** What the receiver answered: ids and numbers */
    proof: unknown
    /** The run by which it left: of a replay perhaps an earlier one */
    run_id: string
    /** RFC 3339. */
    at: string
    /** What it made, as it stands now: a mail that is stored may not have left yet */
    made: WorkflowMade[]
  } | null
  wait: {
    /** The `stepId` of resume-workflow */
    id: string
    kind: 'time' | 'event' | 'person' | 'run'
    state: 'open' | 'answered' | 'timed_out' | 'cancelled'
    /** RFC 3339. */
    due_at: string | null
    event_type: string | null
    /** Of a person: heading, text, form and choices */
    asked: unknown
    answered_by: MemberReference | null
    /** RFC 3339. */
    settled_at: string | null
  } | null
  /** Of a replay: the step is that of the earlier run, and was not done again */
  kept: boolean
  /** RFC 3339. */
  started_at: string
  /** RFC 3339. */
  ended_at: string | null
}

export type WorkflowSubjectKind = 'lead' | 'contact' | 'deal' | 'invoice' | 'booking' | 'other'

export type WorkflowTemplate = {
  id: string
  title: string
  about: string
  asks: WorkflowTemplateField[]
  /** The workflow, with the answers as `[[name]]` */
  definition: { [name: string]: unknown }
}

export type WorkflowTemplateField = {
  name: string
  label: string
  type: 'text' | 'long_text' | 'number' | 'mailbox'
  /** What it is unless something else is answered; null: it must be answered */
  standard: string | number | null
}

export type WorkflowTrial = {
  node: string
  kind: string
  /** waiting: until the time, the event or the end that `input` names */
  state: 'done' | 'failed' | 'waiting'
  /** What it takes, with each expression worked out */
  input: unknown
  /** What later steps see as `steps.<id>`; null where it gives nothing */
  output: unknown
  /** By which it goes on; null where it ends there, or only time shows */
  outlet: string | null
  error: Reason | null
  /** Where its output comes from; null of a step that only computes */
  source: WorkflowTrialSource | null
  /** What a run had sent out of the house by it */
  leaves: string | null
  /** The run whose values were taken */
  run_id: string | null
  /** What its expressions saw: `given` takes the same */
  values: {
    trigger: unknown
    steps: { [name: string]: unknown }
    vars: { [name: string]: unknown }
    item: unknown
    index: number | null
  }
  /** given: sent along · run: of the run that is named · recorded: of the newest event of its kind · computed: worked out of the others · real: as the step really answered the last time · example: made up · today: read now · chosen: as a person would */
  sources: {
    trigger: WorkflowTrialSource
    steps: { [name: string]: WorkflowTrialSource }
  }
}

export type WorkflowTrialSource = 'given' | 'run' | 'recorded' | 'computed' | 'real' | 'example' | 'today' | 'chosen'

export type WorkflowTrigger = {
  kind: WorkflowTriggerKind
  /** The type of the event */
  event: string | null
  /** What has happened then, in words */
  event_about: string | null
  filter: string | null
  /** As the definition has it */
  schedule: unknown
  /** On weekdays at 09:00, Berlin time */
  schedule_words: string | null
  /** When the schedule comes next, if it is in use */
  next_times: string[]
  /** How requests of a webhook prove who sent them; `nothing`: who knows the address can start it */
  check: WorkflowHookCheck | null
  /** What it is started for by hand */
  subject: WorkflowRequestSubject | null
  /** Who may start it by hand */
  open_to: WorkflowRole | null
}

export type WorkflowTriggerKind = 'event' | 'schedule' | 'webhook' | 'request'

export type WorkflowTrouble = {
  /** The step; null of the workflow as a whole */
  node: string | null
  /** In the step: `input.to`, `next.done` */
  field: string
  message: string
  /** With an error it cannot be published */
  level: 'error' | 'warning'
}

export type WorkflowVersion = {
  version: number
  /** RFC 3339. */
  published_at: string
  /**
   * Null: it is the published one
   * RFC 3339.
   */
  published_until: string | null
  published_by: MemberReference | null
  note: string | null
  /** What it may do: as a user of this role */
  role: WorkflowRole
  /** The version that its draft was made from */
  base_version: number | null
  trigger: WorkflowTrigger | null
  /** What its publisher had seen of it */
  rehearsal: RehearsalSeen | null
}

export type WorkflowVersionDetail = WorkflowVersion & {
  definition: { [name: string]: unknown }
}

export type WorkflowsStopped = {
  /** RFC 3339. */
  stopped_at: string
  stopped_by: MemberReference | null
}

export type Workspace = {
  id: string
  slug: string
  name: string
  default_country: string | null
  /** IANA time zone of members who have set none of their own */
  timezone: string
  /** Address of video rooms, with `{id}`, where no calendar makes one */
  room_pattern: string | null
  /** Websites that may show the booking pages in a frame */
  booking_origins: string[]
  /** Countries that can be called; empty: the default country only */
  call_countries: string[]
  key_rate_per_minute: number
  lead_quota_per_month: number | null
  /** Without a quota, those that are not deleted */
  leads_this_month: number
  has_demo: boolean
  /** RFC 3339. */
  month_ends_at: string
  /** RFC 3339. */
  created_at: string
}

/** Errors of every call that needs no credential. */
export type PublicCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'body_empty' | 'body_not_json' | 'body_not_object' | 'body_too_deep' | 'body_too_large' | 'field_bad_text' | 'origin_not_allowed' | 'request_timeout'
/** Errors of every call with the session cookie. */
export type SessionCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'body_empty' | 'body_not_json' | 'body_not_object' | 'body_too_deep' | 'body_too_large' | 'field_bad_text' | 'origin_not_allowed' | 'request_timeout' | 'not_signed_in'
/** Errors of every call that reads. */
export type ReadCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'body_empty' | 'body_not_json' | 'body_not_object' | 'body_too_deep' | 'body_too_large' | 'field_bad_text' | 'origin_not_allowed' | 'request_timeout' | 'not_signed_in' | 'forbidden' | 'foreign_organization' | 'foreign_person' | 'scope_missing'
/** Errors of every call that writes. */
export type WriteCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'body_empty' | 'body_not_json' | 'body_not_object' | 'body_too_deep' | 'body_too_large' | 'field_bad_text' | 'origin_not_allowed' | 'request_timeout' | 'not_signed_in' | 'forbidden' | 'foreign_organization' | 'foreign_person' | 'scope_missing' | 'idempotency_key_invalid' | 'idempotency_in_flight' | 'idempotency_mismatch'
/** Errors of every file download. */
export type FileCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'not_signed_in' | 'forbidden' | 'foreign_organization' | 'foreign_person' | 'scope_missing'
/** Errors of every call of the public API. */
export type IntakeCode = 'server_error'

/** Every error code of the server, explained at /docs/errors of your Foyer. */
export type ErrorCode =
  /** 400: The request body is not valid. */
  | 'bad_request'
  /** 400: Missing required field */
  | 'missing_field'
  /** 400: Invalid action type */
  | 'unknown_action'
  /** 401: Missing or invalid token */
  | 'not_signed_in'
  /** 403: You are not allowed to do this. */
  | 'forbidden'
  /** 403: You are not a member of this organization. */
  | 'foreign_organization'
  /** 403: Requests from this origin are not allowed. */
  | 'origin_not_allowed'
  /** 403: This user id is not yours. */
  | 'foreign_person'
  /** 404: Nothing was found at this address. */
  | 'not_found'
  /** 405: This method is not allowed here. */
  | 'method_not_allowed'
  /** 409: Another change was made at the same time. */
  | 'conflict'
  /** 413: The body is larger than 64 KB. */
  | 'body_too_large'
  /** 415: This Content-Encoding is not supported. */
  | 'encoding_not_supported'
  /** 408: The request took too long to arrive. */
  | 'request_timeout'
  /** 400: The request is not valid HTTP. */
  | 'malformed_http'
  /** 400: The connection closed before the body was complete. */
  | 'body_incomplete'
  /** 431: The request headers are too large. */
  | 'headers_too_large'
  /** 507: The server has no disk space for the file. */
  | 'storage_full'
  /** 503: The store of files cannot be reached right now. */
  | 'files_unavailable'
  /** 503: Too many connections are open. */
  | 'too_many_connections'
  /** 429: You have too many live streams or transfers open at once. */
  | 'too_many_streams'
  /** 503: Too many large requests are in progress. */
  | 'too_much_at_once'
  /** 429: Rate limited. Try again in <N> seconds */
  | 'rate_limited'
  /** 500: An unexpected error occurred. */
  | 'server_error'
  /** 503: The service cannot store anything right now. */
  | 'unavailable'
  /** 400: Idempotency-Key must be 1 to 255 visible characters. */
  | 'idempotency_key_invalid'
  /** 409: A request with this Idempotency-Key is still in progress. */
  | 'idempotency_in_flight'
  /** 422: This Idempotency-Key was used with a different payload. */
  | 'idempotency_mismatch'
  /** 401: Missing or invalid API key */
  | 'key_invalid'
  /** 401: This API key has expired. */
  | 'key_expired'
  /** 401: This API key was revoked. */
  | 'key_revoked'
  /** 403: This API key lacks the required scope. */
  | 'scope_missing'
  /** 429: The monthly lead quota of this workspace is used up. Try again in <N> seconds */
  | 'quota_exceeded'
  /** 400: The body is empty; send a JSON object. */
  | 'body_empty'
  /** 400: The body is not valid UTF-8. */
  | 'body_not_utf8'
  /** 400: The body is not valid JSON. */
  | 'body_not_json'
  /** 400: The body must be a JSON object. */
  | 'body_not_object'
  /** 400: The body is nested deeper than 32 levels. */
  | 'body_too_deep'
  /** 400: The body contains a member name that is not allowed. */
  | 'body_forbidden_key'
  /** 400: email is not a valid address */
  | 'email_malformed'
  /** 400: phone is not a readable number */
  | 'phone_unreadable'
  /** 400: A field contains NUL or a broken surrogate pair. */
  | 'field_bad_text'
  /** 400: linkedin_url must be an http or https address */
  | 'linkedin_url_invalid'
  /** 400: PDFs cannot show a character in this text. */
  | 'letter_without_font'
  /** 409: The sandbox is turned off. */
  | 'sandbox_is_off'
  /** 400: A condition of the filter does not fit its field. */
  | 'list_filter_invalid'
  /** 400: The list cannot be sorted by this field. */
  | 'list_sort_invalid'
  /** 400: The list has no such column. */
  | 'list_column_unknown'
  /** 400: <N> records are named. One export takes at most 100,000. */
  | 'list_export_too_many'
  /** 400: The cursor is of another list or order. */
  | 'list_cursor_invalid'
  /** 404: The view does not exist. */
  | 'view_not_found'
  /** 409: You can have at most 200 saved views. */
  | 'too_many_views'
  /** 409: A workspace can share at most 200 views. */
  | 'too_many_shared_views'
  /** 403: This view belongs to a colleague. */
  | 'view_of_colleague'
  /** 404: The bulk change does not exist. */
  | 'bulk_change_not_found'
  /** 409: The state of the bulk change does not allow this. */
  | 'bulk_change_wrong_state'
  /** 400: Records of this kind cannot be changed in this way. */
  | 'bulk_change_unfit'
  /** 400: <N> records match. One change takes at most 100,000. */
  | 'bulk_change_too_many'
  /** 409: 20 bulk changes of this workspace are under way. */
  | 'bulk_change_queue_full'
  /** 409: The member or key that started it no longer has access to this workspace. */
  | 'bulk_change_author_gone'
  /** 409: It was changed meanwhile. */
  | 'record_changed'
  /** 404: The contact does not exist. */
  | 'contact_not_found'
  /** 409: This email address or number belongs to another contact. */
  | 'contact_taken'
  /** 404: The claim does not exist. */
  | 'claim_not_found'
  /** 404: The merge does not exist. */
  | 'merge_not_found'
  /** 400: Source and destination are the same. */
  | 'merge_with_itself'
  /** 400: A search is always newest first. */
  | 'order_with_search'
  /** 404: The record does not exist. */
  | 'record_not_found'
  /** 409: This record is in the bin. */
  | 'record_in_bin'
  /** 404: The tag does not exist. */
  | 'tag_not_found'
  /** 409: Another tag has this name. */
  | 'tag_exists'
  /** 409: A workspace can have at most 1,000 tags. */
  | 'too_many_tags'
  /** 409: A record can have at most 100 tags. */
  | 'too_many_tags_of_record'
  /** 400: A tag cannot be merged into itself. */
  | 'merge_of_one_tag'
  /** 404: The field does not exist. */
  | 'field_not_found'
  /** 409: Another field of this kind of record has this key. */
  | 'field_key_taken'
  /** 409: Another field of this kind of record has this name. */
  | 'field_name_taken'
  /** 409: The kind, the key, the type and the currency of a field do not change. */
  | 'field_fixed'
  /** 400: The settings do not fit the type of the field. */
  | 'field_options_invalid'
  /** 400: The value does not fit the field. */
  | 'field_value_invalid'
  /** 409: Only an archived field can be deleted. */
  | 'field_not_archived'
  /** 409: A kind of record can have at most 200 fields, and 500 with the archived ones. */
  | 'too_many_fields'
  /** 404: The note does not exist. */
  | 'note_not_found'
  /** 403: This note was written by someone else. */
  | 'note_of_other'
  /** 404: The file does not exist. */
  | 'record_file_not_found'
  /** 413: The file is larger than 25 MB. */
  | 'record_file_too_large'
  /** 400: The file is empty. */
  | 'record_file_empty'
  /** 415: Programs and scripts are not accepted. */
  | 'record_file_refused'
  /** 415: The file was recognized as malware. */
  | 'record_file_infected'
  /** 409: There is no room for more files. */
  | 'record_files_full'
  /** 500: The stored file is missing or damaged. */
  | 'record_file_damaged'
  /** 409: This file has no preview. */
  | 'record_file_no_preview'
  /** 400: email or phone is required */
  | 'contact_missing'
  /** 400: A field has the wrong type. */
  | 'field_wrong_type'
  /** 400: A field is too long. */
  | 'field_too_long'
  /** 400: external_id must be a string or a whole number up to 2^53 */
  | 'external_id_invalid'
  /** 400: consent is not valid */
  | 'consent_invalid'
  /** 400: consent.obtained_at must be a real date, YYYY-MM-DD, not in the future */
  | 'consent_date_invalid'
  /** 400: A lead that is not a fit needs a reason. */
  | 'state_reason_needed'
  /** 404: The lead does not exist. */
  | 'lead_not_found'
  /** 409: The files of this workspace use all of its storage. */
  | 'upload_no_room'
  /** 404: The file does not exist. */
  | 'upload_not_found'
  /** 409: The state of the file does not allow this. */
  | 'upload_wrong_state'
  /** 409: This file is being processed. */
  | 'upload_busy'
  /** 409: The upload offset does not match the bytes received so far. */
  | 'upload_offset_wrong'
  /** 413: The file is too large. */
  | 'upload_too_large'
  /** 400: The file is empty. */
  | 'upload_empty'
  /** 400: This is not a text file. */
  | 'upload_not_text'
  /** 400: No column is mapped to email or phone. */
  | 'upload_not_mapped'
  /** 409: A file with the same content was imported before. */
  | 'upload_repeated'
  /** 409: None of the first 10,000 rows is a valid lead. */
  | 'upload_nothing_valid'
  /** 409: More than a million rows are invalid. */
  | 'upload_too_many_invalid'
  /** 409: The stored file is missing. */
  | 'upload_file_missing'
  /** 404: This row does not exist or has no errors. */
  | 'upload_row_not_found'
  /** 409: This row is already imported. */
  | 'upload_row_taken'
  /** 404: The lead source does not exist. */
  | 'lead_source_not_found'
  /** 403: This lead source is turned off. */
  | 'lead_source_off'
  /** 401: The request does not prove that it is from this source. */
  | 'lead_source_unproven'
  /** 409: This workspace has as many lead sources as it can have. */
  | 'lead_source_limit'
  /** 400: The settings of this source are not valid. */
  | 'lead_source_settings_invalid'
  /** 409: Meta announced this lead, and it could not be fetched. */
  | 'meta_lead_not_fetched'
  /** 422: Meta listed an entry that cannot be read as a lead. */
  | 'meta_lead_unreadable'
  /** 422: This source does not know yet where the email or phone number stands. */
  | 'lead_source_unmapped'
  /** 422: This service announces a lead without what was answered, and gives that to approved programs only. */
  | 'lead_source_without_answers'
  /** 422: Nothing stands where the email or phone number is looked for. */
  | 'lead_source_mapping_empty'
  /** 400: The body is not a form that can be read. */
  | 'form_unreadable'
  /** 400: Forms take no files. */
  | 'form_files_refused'
  /** 403: Pages of this origin may not send this form. */
  | 'form_origin_refused'
  /** 400: A required field is empty. */
  | 'form_field_missing'
  /** 400: The consent of this form is required. */
  | 'form_consent_missing'
  /** 404: The request does not exist. */
  | 'delivery_not_found'
  /** 409: Only a rejected request can be replayed. */
  | 'delivery_not_rejected'
  /** 409: This request was already fixed and accepted. */
  | 'delivery_already_mended'
  /** 409: The body of this request was never received completely. */
  | 'delivery_body_missing'
  /** 404: The lead source does not exist, or is no page of Meta. */
  | 'meta_source_not_found'
  /** 409: The page is not connected at this moment. */
  | 'meta_page_not_ready'
  /** 403: The verify token is wrong. */
  | 'meta_verify_token_invalid'
  /** 404: The company does not exist. */
  | 'company_not_found'
  /** 409: Another company already uses this domain. */
  | 'company_exists'
  /** 400: Source and destination are the same company. */
  | 'merge_companies_same'
  /** 404: The merge of companies does not exist. */
  | 'company_merge_not_found'
  /** 400: This is not a company domain. */
  | 'company_domain_invalid'
  /** 404: The value does not exist. */
  | 'fact_not_found'
  /** 409: This proposal was already decided. */
  | 'fact_not_proposed'
  /** 400: This field does not exist. */
  | 'fact_field_unknown'
  /** 400: This value is not valid for the field. */
  | 'fact_value_invalid'
  /** 404: The deal does not exist. */
  | 'deal_not_found'
  /** 409: This deal has no contact. */
  | 'deal_has_no_contact'
  /** 409: This deal was merged into another one. */
  | 'deal_linked'
  /** 409: This move cannot be undone any more. */
  | 'deal_moved_since'
  /** 409: Fields are required for this stage. */
  | 'fields_missing'
  /** 400: A lost deal needs a reason. */
  | 'lost_reason_needed'
  /** 404: The pipeline does not exist. */
  | 'pipeline_not_found'
  /** 409: This pipeline has open deals, or is the default one. */
  | 'pipeline_in_use'
  /** 400: A pipeline needs at least one open, one won and one lost stage. */
  | 'pipeline_incomplete'
  /** 404: The stage does not exist. */
  | 'stage_not_found'
  /** 409: This stage has open deals. */
  | 'stage_in_use'
  /** 409: The kind of a stage cannot be changed. */
  | 'stage_kind_fixed'
  /** 404: The task does not exist. */
  | 'task_not_found'
  /** 409: This task is already completed. */
  | 'task_done'
  /** 404: The sync does not exist. */
  | 'sync_not_found'
  /** 409: Another sync of this connection is running. */
  | 'sync_running'
  /** 409: This sync is already over. */
  | 'sync_over'
  /** 409: This sync cannot be resumed. */
  | 'sync_not_resumable'
  /** 409: This sync cannot be undone. */
  | 'sync_not_undoable'
  /** 409: The CRM is not connected. */
  | 'crm_not_connected'
  /** 404: The CRM connection does not exist. */
  | 'crm_connection_not_found'
  /** 400: The CRM has no such field. */
  | 'sync_field_unknown'
  /** 400: This field cannot be mapped like that. */
  | 'sync_field_unfit'
  /** 404: This record is not linked to a CRM. */
  | 'sync_record_not_linked'
  /** 404: The conflict does not exist. */
  | 'sync_conflict_not_found'
  /** 409: Another record here has this value. */
  | 'sync_value_taken'
  /** 409: One of the two values has changed since. */
  | 'sync_conflict_changed'
  /** 409: This conflict was already decided. */
  | 'sync_conflict_decided'
  /** 409: Apollo is not connected. */
  | 'prospecting_not_connected'
  /** 400: A search needs at least one filter. */
  | 'prospect_search_empty'
  /** 404: Some of these people were not shown by a search of this workspace, or too long ago. */
  | 'prospect_not_found'
  /** 409: Some of these people have neither an email address nor a phone number here. */
  | 'prospect_without_address'
  /** 409: The company has no domain to be found by. */
  | 'prospecting_company_without_domain'
  /** 402: The monthly budget for enrichment does not cover this. */
  | 'prospecting_budget_exhausted'
  /** 409: This enrichment may cost more than was agreed to. */
  | 'prospecting_costs_more'
  /** 402: The Apollo account has no credits left. */
  | 'prospecting_out_of_credits'
  /** 409: This conversation is already assigned to another member. */
  | 'chat_claimed'
  /** 404: The message does not exist. */
  | 'message_not_found'
  /** 409: This message was already sent or is being sent. */
  | 'message_not_failed'
  /** 409: This file is not available. */
  | 'attachment_not_here'
  /** 422: This clientMessageId was used for a different message. */
  | 'client_id_reused'
  /** 409: This contact has no channel you can reply on yet. */
  | 'no_channel'
  /** 409: The 24-hour window for free text has closed. Send an approved template. */
  | 'window_closed'
  /** 404: The canned reply does not exist. */
  | 'canned_reply_not_found'
  /** 409: Another canned reply uses this shortcut. */
  | 'shortcut_taken'
  /** 409: A workspace can have at most 500 canned replies. */
  | 'too_many_canned_replies'
  /** 404: This mail does not exist. */
  | 'email_not_found'
  /** 403: Nothing proves that a mail provider sent this. */
  | 'hint_not_proven'
  /** 404: This mailbox has no such folder or label. */
  | 'mail_folder_not_found'
  /** 409: Another mail has this tracking id. */
  | 'tracking_id_taken'
  /** 409: This mailbox was connected without its mail. */
  | 'mail_not_allowed'
  /** 400: This mail cannot be written. */
  | 'email_not_sendable'
  /** 409: This mail is on its way, or was sent. */
  | 'email_on_its_way'
  /** 409: This mail does not wait to be sent again. */
  | 'email_not_again'
  /** 404: This file is not in the mail any more. */
  | 'email_file_not_here'
  /** 404: This file does not exist, or is part of another mail. */
  | 'email_file_not_found'
  /** 409: A file was not received completely. */
  | 'email_file_not_whole'
  /** 409: These bytes do not follow those that were received. */
  | 'email_file_offset_wrong'
  /** 413: The files of a mail may have 20 MB in all. */
  | 'email_files_too_large'
  /** 404: This draft does not exist: it was sent or discarded. */
  | 'email_draft_not_found'
  /** 413: This mail is longer than a draft can be: 100,000 characters. */
  | 'email_draft_too_long'
  /** 409: This draft was changed in another window. */
  | 'email_draft_stale'
  /** 409: You have 100 drafts, which is the most. */
  | 'email_drafts_too_many'
  /** 404: This mail does not name this picture. */
  | 'email_picture_not_found'
  /** 404: The picture could not be loaded. */
  | 'email_picture_not_loaded'
  /** 409: It is not proven who sent this mail. */
  | 'email_sender_not_proven'
  /** 409: Too many of your files wait to be sent. */
  | 'email_files_no_room'
  /** 409: No WhatsApp number is connected. */
  | 'whatsapp_not_connected'
  /** 409: The contact has no phone number. */
  | 'no_whatsapp_address'
  /** 404: The template does not exist. */
  | 'template_not_found'
  /** 409: WhatsApp has not approved this template. */
  | 'template_not_approved'
  /** 409: The template is not available in this language. */
  | 'template_language'
  /** 400: The values do not match the template. */
  | 'template_values'
  /** 409: Foyer does not support this kind of template. */
  | 'template_unusable'
  /** 403: Invalid verify token */
  | 'verify_token_invalid'
  /** 404: The website chat does not exist. */
  | 'chat_widget_not_found'
  /** 403: This website chat is turned off. */
  | 'chat_widget_off'
  /** 409: A workspace can have at most 50 website chats. */
  | 'too_many_chat_widgets'
  /** 400: This is not a valid origin. */
  | 'chat_origin_invalid'
  /** 403: This chat is not allowed on pages of this origin. */
  | 'chat_origin_refused'
  /** 403: This chat session belongs to another visitor. */
  | 'chat_session_foreign'
  /** 404: The chat session does not exist. */
  | 'chat_session_not_found'
  /** 409: No voice provider is connected. */
  | 'calls_not_connected'
  /** 404: The call does not exist. */
  | 'call_not_found'
  /** 409: This call was recorded by the phone provider. */
  | 'call_not_logged'
  /** 403: This call was logged by someone else. */
  | 'call_of_other'
  /** 404: This calendar does not exist. */
  | 'account_calendar_not_found'
  /** 409: The provider of this calendar does not list it any more. */
  | 'calendar_gone'
  /** 409: Meetings are written into this calendar, so it must be read. */
  | 'calendar_is_target'
  /** 409: Events cannot be written into this calendar. */
  | 'calendar_read_only'
  /** 409: This account has no calendar that makes video rooms, and the workspace has no address of video rooms. */
  | 'no_video_provider'
  /** 404: This event type does not exist. */
  | 'event_type_not_found'
  /** 409: Another event type has this slug. */
  | 'event_type_slug_taken'
  /** 409: The default event type cannot be archived. */
  | 'event_type_is_default'
  /** 404: A host is not a member of this workspace, or has not joined yet. */
  | 'host_not_found'
  /** 404: A calendar does not exist or is not published. */
  | 'calendar_not_found'
  /** 400: timezone is not a known time zone */
  | 'zone_unknown'
  /** 400: The time is not ISO 8601. */
  | 'time_unreadable'
  /** 400: Clocks skip this time in the time zone. */
  | 'time_skipped'
  /** 400: Clocks show this time twice in the time zone. */
  | 'time_ambiguous'
  /** 400: The time range is not valid. */
  | 'time_range_invalid'
  /** 409: This time is already booked. */
  | 'slot_taken'
  /** 409: This time is not offered for booking. */
  | 'slot_not_offered'
  /** 429: Too many slots are on hold. Try again in <N> seconds */
  | 'too_many_holds'
  /** 429: Too many bookings for this recipient or from this network. Try again in <N> seconds */
  | 'too_many_bookings'
  /** 409: The host’s calendar cannot be checked right now. */
  | 'calendar_too_old'
  /** 404: This booking does not exist. */
  | 'booking_not_found'
  /** 404: This link belongs to no booking. */
  | 'booking_link_unknown'
  /** 403: Only the link in an email about this booking can do this. */
  | 'link_not_from_mail'
  /** 409: This booking is over. */
  | 'booking_over'
  /** 409: This booking was cancelled. */
  | 'booking_cancelled'
  /** 409: The host’s calendar agrees with this booking. */
  | 'booking_not_changed'
  /** 409: The host changed this meeting in their calendar again: decide about what it says now. */
  | 'booking_changed_again'
  /** 409: There is no open answer of the booker, or none that proposes another time. */
  | 'booking_not_answered'
  /** 409: This booking can no longer be changed by its link. */
  | 'booking_too_late'
  /** 409: This booking is waiting for approval. */
  | 'booking_not_confirmed'
  /** 409: The booker gets no emails: there is no address, or they have opted out. */
  | 'booker_gets_no_email'
  /** 429: This recipient has had too many emails about bookings in a day. Try again in <N> seconds */
  | 'too_many_booking_mails'
  /** 409: This booking is not waiting for approval. */
  | 'booking_not_pending'
  /** 409: This step cannot be repeated in its state. */
  | 'effect_not_failed'
  /** 400: A required question has no answer. */
  | 'answer_missing'
  /** 409: You have a calendar feed already. */
  | 'calendar_feed_exists'
  /** 404: This calendar feed does not exist, or has ended. */
  | 'calendar_feed_not_found'
  /** 404: The invoice does not exist. */
  | 'invoice_not_found'
  /** 409: A sent invoice cannot be changed. */
  | 'invoice_not_draft'
  /** 409: The invoice total is zero. */
  | 'invoice_without_amount'
  /** 409: The payment provider does not accept this amount. */
  | 'invoice_not_payable'
  /** 400: The invoice total is too large. */
  | 'invoice_too_large'
  /** 409: The invoice lacks something that the country of its sender asks for. */
  | 'invoice_incomplete'
  /** 400: An invoice under reverse charge has no tax on its lines. */
  | 'reverse_charge_taxed'
  /** 409: The invoice has too much text for one document. */
  | 'invoice_too_long'
  /** 503: The PDF was not created in time. */
  | 'document_late'
  /** 409: The state of the invoice does not allow this. */
  | 'invoice_wrong_state'
  /** 404: This payment link does not belong to an invoice. */
  | 'pay_link_unknown'
  /** 409: This invoice is a draft. */
  | 'invoice_not_sent'
  /** 409: This invoice is already paid. */
  | 'invoice_already_paid'
  /** 409: This invoice is void. */
  | 'invoice_void'
  /** 409: A payment for this invoice is processing. */
  | 'payment_under_way'
  /** 409: The invoice is in a different currency. */
  | 'currency_mismatch'
  /** 400: This return URL is not allowed. */
  | 'return_url_not_allowed'
  /** 409: This payment belongs to a different invoice. */
  | 'checkout_not_of_invoice'
  /** 409: The signature does not match the payment. */
  | 'payment_signature_invalid'
  /** 409: The payment does not match the invoice and was not recorded. */
  | 'payment_refused'
  /** 409: The payment is processing. The invoice will be marked as paid once the bank confirms. */
  | 'payment_processing'
  /** 409: No payment was made. */
  | 'payment_not_made'
  /** 404: This discrepancy does not exist or is already resolved. */
  | 'difference_not_found'
  /** 404: The template does not exist. */
  | 'document_template_not_found'
  /** 409: Another template has this name. */
  | 'template_name_taken'
  /** 400: The text of the template cannot be read. */
  | 'template_unreadable'
  /** 400: The template has no such placeholder. */
  | 'unknown_placeholder'
  /** 400: A placeholder has no value. */
  | 'missing_placeholder'
  /** 400: A placeholder has two values. */
  | 'placeholder_doubled'
  /** 400: A value is not of the type of its placeholder. */
  | 'placeholder_wrong'
  /** 400: This does not belong to a template of this kind. */
  | 'template_part_wrong'
  /** 404: The uploaded file does not exist. */
  | 'template_file_not_found'
  /** 500: The stored file of the template is missing, or is not what was stored. */
  | 'template_file_damaged'
  /** 400: A field is outside its page. */
  | 'field_outside'
  /** 400: Two fields have the same id. */
  | 'field_doubled'
  /** 400: A value does not fit its box. */
  | 'value_too_long'
  /** 400: This file is not a PDF. */
  | 'pdf_not_pdf'
  /** 400: The PDF is too large. */
  | 'pdf_too_large'
  /** 400: The PDF has more than 500 pages. */
  | 'pdf_too_many_pages'
  /** 400: The PDF is protected by a password or against changes. */
  | 'pdf_encrypted'
  /** 400: The PDF is damaged, or programs show different things in it. */
  | 'pdf_broken'
  /** 400: The PDF starts programs, or is a form that draws itself (XFA). */
  | 'pdf_active'
  /** 400: The PDF is signed already; anything added to it would break that signature. */
  | 'pdf_signed'
  /** 400: The PDF itself contains placeholders in braces, which stay in the document as they are. */
  | 'pdf_placeholders_left'
  /** 409: No Google account is connected that may copy documents. */
  | 'google_not_connected'
  /** 409: Google no longer accepts the consent of the connected account. */
  | 'google_access_revoked'
  /** 400: This is not the address of a Google Doc. */
  | 'google_doc_address_wrong'
  /** 404: Google finds no such document for the connected account: it was deleted, or is not shared with this account. */
  | 'google_doc_not_found'
  /** 409: The connected account may not copy this document. */
  | 'google_doc_locked'
  /** 400: This file is not a Google Doc. */
  | 'google_doc_other_kind'
  /** 400: Google exports documents of 10 MB at most. */
  | 'google_doc_too_large'
  /** 409: The Google Doc has changed since this version of the template was read. Read it again in the template first. */
  | 'google_doc_changed'
  /** 409: The Google Drive of the connected account is full: no copy can be made. */
  | 'google_storage_full'
  /** 503: Google is rate limiting this account. */
  | 'google_quota'
  /** 400: The finished document would still contain placeholders. */
  | 'placeholder_left'
  /** 404: The document does not exist. */
  | 'document_not_found'
  /** 409: The contact of the deal has no email address. */
  | 'client_has_no_email'
  /** 409: The document could not be sealed later, so nothing was made. */
  | 'cannot_seal'
  /** 400: The same person is named twice. */
  | 'signer_doubled'
  /** 400: The template has fields for a signer who is not named. */
  | 'signer_missing'
  /** 400: A signer has no signature field in the PDF. */
  | 'signature_missing'
  /** 400: The deadline is past, or more than a year away. */
  | 'deadline_wrong'
  /** 404: This document has no signer with this address and role. */
  | 'signer_not_found'
  /** 403: As `admin` you sign with your own address only. */
  | 'signed_as_other'
  /** 409: The document is no longer open for signing. */
  | 'not_pending'
  /** 400: This is the address of the signer who hands over. */
  | 'successor_is_signer'
  /** 409: This signer has named no other person. */
  | 'successor_missing'
  /** 409: This signer has signed already, in another way. Nothing more was recorded. */
  | 'already_signed'
  /** 409: Others sign before. */
  | 'not_their_turn'
  /** 403: This workspace does not take signatures that a colleague attests. */
  | 'attesting_forbidden'
  /** 400: The address is not a file of this document. */
  | 'foreign_url'
  /** 400: This is the document as it was sent, without a signature by hand. */
  | 'paper_is_original'
  /** 400: The PDF has a digital signature, which would break in the copy that is kept. */
  | 'paper_signed'
  /** 409: There is no room for another signed paper on this document. */
  | 'papers_full'
  /** 400: The time of the signature is in the future. */
  | 'claimed_in_future'
  /** 404: This link does not lead to a document. */
  | 'sign_link_unknown'
  /** 403: This signer is asked for a code before the document is shown. */
  | 'signing_code_needed'
  /** 400: The code is wrong. */
  | 'signing_code_wrong'
  /** 409: There is no code that could be entered: it has expired, or was tried five times. */
  | 'signing_code_spent'
  /** 409: No WhatsApp number is known of this signer, so no code can be sent there. */
  | 'signer_without_whatsapp'
  /** 409: No code can be sent by WhatsApp. */
  | 'code_template_missing'
  /** 400: Consent to sign electronically is needed. */
  | 'consent_missing'
  /** 400: A field is not filled in. */
  | 'field_missing'
  /** 400: A value does not fit its field. */
  | 'field_wrong'
  /** 404: This link does not lead to a document. */
  | 'download_link_unknown'
  /** 410: This link has ended. */
  | 'download_link_ended'
  /** 404: The document has no such file yet. */
  | 'file_not_there'
  /** 500: A stored file is not what was stored. */
  | 'file_damaged'
  /** 409: The document must be kept until its term ends. */
  | 'document_kept'
  /** 409: The document is under a legal hold. */
  | 'document_held'
  /** 409: There is nothing to seal again. */
  | 'seal_not_failed'
  /** 400: No code can be sent by this WhatsApp template. */
  | 'code_template_unfit'
  /** 400: The file is not a PKCS#12 file. */
  | 'identity_not_pkcs12'
  /** 400: The password does not open the file. */
  | 'identity_wrong_password'
  /** 400: The file has no private key with its certificate. */
  | 'identity_no_key'
  /** 400: The certificate is not one to sign documents with. */
  | 'identity_not_for_signing'
  /** 400: The certificate has expired, or is not valid yet. */
  | 'identity_expired'
  /** 409: Open documents can be signed until after this certificate ends. */
  | 'identity_ends_early'
  /** 400: The key is of a kind that PDF readers do not know. */
  | 'identity_key_not_supported'
  /** 404: The record does not exist. */
  | 'seal_record_not_found'
  /** 400: timestampUrl is not a valid URL */
  | 'timestamp_url_invalid'
  /** 400: timestampUrl is not a public address on port 80 or 443. The operator of Foyer can allow it in OUTGOING_ALLOWED_PRIVATE. */
  | 'timestamp_url_not_allowed'
  /** 400: No timestamp authority is set. */
  | 'timestamp_authority_missing'
  /** 400: Data for long-term validation needs a timestamp on every seal. */
  | 'long_term_needs_timestamp'
  /** 400: The data for long-term validation cannot be had. */
  | 'long_term_unavailable'
  /** 400: The timestamp authority did not give a timestamp that holds. */
  | 'timestamp_authority_failed'
  /** 404: The proposal does not exist. */
  | 'proposal_not_found'
  /** 404: This link leads to no proposal. */
  | 'proposal_link_unknown'
  /** 409: The proposal can no longer be accepted or declined. */
  | 'proposal_not_open'
  /** 409: There is a newer version of the proposal. */
  | 'proposal_changed'
  /** 409: The proposal was accepted, and does not change any more. */
  | 'proposal_accepted'
  /** 409: The proposal was sent to a client, and stays in its history. */
  | 'proposal_sent'
  /** 400: The proposal has no section and no price. */
  | 'proposal_empty'
  /** 400: A section of the proposal cannot be shown. */
  | 'proposal_unreadable'
  /** 400: Two lines have the same id. */
  | 'option_doubled'
  /** 400: The proposal has no such option. */
  | 'option_unknown'
  /** 404: This token belongs to no document and no proposal. */
  | 'view_token_unknown'
  /** 400: Say what was viewed: one of documentId, proposalId and dealId. */
  | 'view_subject_missing'
  /** 409: Canva is not connected. */
  | 'canva_not_connected'
  /** 404: Canva has no such design, or its account does not see it. */
  | 'design_not_found'
  /** 502: Canva did not say whether it made the design. */
  | 'design_outcome_unknown'
  /** 409: The Canva plan of the connected account does not include this. */
  | 'design_not_in_plan'
  /** 409: The Canva plan of the connected account has no uses left. */
  | 'design_quota_used_up'
  /** 409: The consent for Canva does not cover this. */
  | 'design_right_missing'
  /** 400: The template has no such text field. */
  | 'design_template_field_unknown'
  /** 404: The export does not exist. */
  | 'design_export_not_found'
  /** 404: The autofill does not exist. */
  | 'design_job_not_found'
  /** 404: The file does not exist. */
  | 'design_file_not_found'
  /** 410: The file is no longer in the store. */
  | 'design_file_lost'
  /** 404: There is no picture at this address, or no longer. */
  | 'design_picture_not_found'
  /** 404: The link does not exist. */
  | 'design_link_not_found'
  /** 409: No Google account is connected that may read the reviews of your business. */
  | 'reviews_not_connected'
  /** 404: The location does not exist. */
  | 'review_location_not_found'
  /** 409: Google does not let the connected account read or answer the reviews of this location. */
  | 'review_location_denied'
  /** 404: The review does not exist. */
  | 'review_not_found'
  /** 409: This review is no longer at Google. */
  | 'review_gone'
  /** 400: A reply has 4,096 bytes at most. */
  | 'review_reply_too_long'
  /** 409: This review has no reply. */
  | 'review_reply_none'
  /** 503: The reviews could not be read. */
  | 'review_sync_failed'
  /** 404: The document does not exist. */
  | 'knowledge_not_found'
  /** 400: A document has either a text or a file. */
  | 'knowledge_content_wrong'
  /** 404: The uploaded file does not exist. */
  | 'knowledge_file_not_found'
  /** 400: There is no text in it. */
  | 'knowledge_empty'
  /** 400: The text is longer than 2,000,000 characters. */
  | 'knowledge_too_long'
  /** 409: The documents of the workspace have 200,000 passages already. */
  | 'knowledge_too_many'
  /** 413: The file is larger than 25 MB. */
  | 'knowledge_file_too_large'
  /** 400: Files of this kind cannot be read. */
  | 'knowledge_file_unsupported'
  /** 400: The file is called .pdf, but is not a PDF. */
  | 'knowledge_file_not_pdf'
  /** 400: The file cannot be read. */
  | 'knowledge_file_unreadable'
  /** 400: The history begins with an answer. */
  | 'history_out_of_order'
  /** 400: The history is longer than 256 KB. */
  | 'history_too_long'
  /** 404: You have no such conversation with Ask Foyer. */
  | 'assistant_conversation_not_found'
  /** 409: Ask Foyer is still answering your last question. */
  | 'assistant_is_answering'
  /** 400: This conversation has become too long. */
  | 'assistant_conversation_too_long'
  /** 500: The answer took too long. */
  | 'assistant_too_slow'
  /** 409: This proposal is not open. */
  | 'assistant_proposal_not_open'
  /** 409: What this would do has changed since it was shown. Nothing was done. */
  | 'assistant_proposal_changed'
  /** 404: You have no such proposal. */
  | 'assistant_proposal_not_found'
  /** 404: This record does not exist. */
  | 'about_not_found'
  /** 409: A person wrote this requirements document. */
  | 'prd_given'
  /** 409: The prospect has not described what they want. */
  | 'nothing_asked'
  /** 409: The customer has not written anything yet. */
  | 'nothing_to_answer'
  /** 404: You have no such draft that is open. */
  | 'reply_draft_not_found'
  /** 409: There is nothing to sum up yet. */
  | 'nothing_to_sum_up'
  /** 400: Missing required field: id */
  | 'summary_subject_missing'
  /** 404: The workflow does not exist. */
  | 'workflow_not_found'
  /** 404: The run does not exist. */
  | 'run_not_found'
  /** 409: The workflow is not published. */
  | 'workflow_not_published'
  /** 404: There is no workflow at this address. */
  | 'workflow_hook_not_found'
  /** 401: The request does not prove who sent it. */
  | 'workflow_hook_unproven'
  /** 429: The workspace has too many runs that have not ended. */
  | 'too_many_runs'
  /** 429: The workspace has started as many runs as it may this month. */
  | 'too_many_runs_this_month'
  /** 409: Another run of the same key is under way, and the workflow skips others. */
  | 'run_under_way'
  /** 404: The record that the workflow is to be started for does not exist. */
  | 'subject_not_found'
  /** 404: No step waits under this id. */
  | 'step_not_found'
  /** 409: The step was answered before. */
  | 'already_resumed'
  /** 409: The time for an answer is over. */
  | 'wait_ended'
  /** 409: The run has ended. */
  | 'run_ended'
  /** 400: This is not a workflow. */
  | 'workflow_malformed'
  /** 400: The workflow is too large. */
  | 'workflow_too_large'
  /** 400: Something in the workflow has to be put right first. */
  | 'workflow_has_troubles'
  /** 409: The workflow is archived. */
  | 'workflow_archived'
  /** 404: The workflow has no such version. */
  | 'version_not_found'
  /** 404: The draft does not exist. */
  | 'draft_not_found'
  /** 409: The draft was saved by someone else meanwhile. */
  | 'draft_changed'
  /** 409: Another version was published since the draft was made. */
  | 'published_meanwhile'
  /** 409: The rehearsal is not of this draft as it stands. */
  | 'rehearsal_of_another'
  /** 409: In its rehearsal it had run for more than 100 people for whom the published version does not run. */
  | 'many_people'
  /** 403: A workflow may do no more than who publishes it. */
  | 'role_too_high'
  /** 404: There is no such template of workflows. */
  | 'workflow_template_not_found'
  /** 409: The run is not paused. */
  | 'run_not_paused'
  /** 409: Whether a step of the run was done is not known. */
  | 'effect_uncertain'
  /** 409: The result of this step is known. */
  | 'effect_not_uncertain'
  /** 400: This is not an origin. */
  | 'credential_origin_invalid'
  /** 400: Requests cannot be sent to this address. */
  | 'credential_origin_not_allowed'
  /** 400: The credential cannot be sent in this header. */
  | 'credential_header_invalid'
  /** 404: The credential does not exist. */
  | 'credential_not_found'
  /** 409: Another credential has this name. */
  | 'credential_name_taken'
  /** 409: A workspace has 100 credentials at most. */
  | 'too_many_credentials'
  /** 400: The template asks for something that was not answered. */
  | 'template_answer_missing'
  /** 409: The run, or a replay of it, has not ended. */
  | 'run_not_ended'
  /** 409: Only a run that failed or is paused can go on from where it stands. */
  | 'run_not_failed'
  /** 409: What the steps of the run took and gave is forgotten by now. */
  | 'run_forgotten'
  /** 409: In this version the steps of the run do not lead to that step. */
  | 'step_not_reached'
  /** 404: This link leads to no step. */
  | 'step_link_unknown'
  /** 404: The rehearsal does not exist. */
  | 'rehearsal_not_found'
  /** 429: Five rehearsals of the workspace are waiting for their turn. */
  | 'too_many_rehearsals'
  /** 409: No payment provider is connected for this currency. */
  | 'not_connected'
  /** 503: The provider is rate limiting requests. */
  | 'provider_busy'
  /** 502: The provider returned an invalid response. */
  | 'provider_failed'
  /** 502: The provider rejects the connected account. */
  | 'provider_credentials'
  /** 502: The provider rejected the request. */
  | 'provider_refused'
  /** 403: No webhook is registered at this address. */
  | 'webhook_not_expected'
  /** 403: The signature of this webhook is not valid. */
  | 'webhook_signature_invalid'
  /** 404: The connection does not exist. */
  | 'connection_not_found'
  /** 409: A different account of this provider is already connected. */
  | 'connection_exists'
  /** 400: These are not valid credentials of this provider. */
  | 'credentials_malformed'
  /** 400: The provider rejects these credentials. */
  | 'credentials_refused'
  /** 503: The provider is not responding. */
  | 'provider_unreachable'
  /** 400: This provider is connected by consent on its own page. */
  | 'provider_wants_consent'
  /** 400: This provider is connected with an API key, not by consent. */
  | 'provider_wants_key'
  /** 400: This provider is a CRM, which is connected on a page of its own. */
  | 'provider_is_crm'
  /** 409: Foyer has no OAuth client at this service yet. */
  | 'provider_not_set_up'
  /** 400: This service has no such use. */
  | 'consent_step_unknown'
  /** 400: No account of this service can have that name. */
  | 'instance_invalid'
  /** 400: returnTo is not a path of this app. */
  | 'return_address_invalid'
  /** 409: The service rejects Foyer’s client id or secret. */
  | 'provider_refuses_client'
  /** 400: This consent was not started here, was already used, or has expired. */
  | 'consent_unknown'
  /** 400: Consent was declined. */
  | 'consent_denied'
  /** 400: The service rejected the authorization code it issued. */
  | 'consent_failed'
  /** 409: The consent for this connection has expired or was revoked. */
  | 'connection_needs_consent'
  /** 404: This mailbox does not exist. */
  | 'mailbox_not_found'
  /** 409: Another member of this workspace has connected this account. */
  | 'mailbox_taken'
  /** 400: The server does not accept the user name or password. */
  | 'mail_login_refused'
  /** 400: The server cannot be used. */
  | 'mail_server_failed'
  /** 403: This mailbox is not yours to use. */
  | 'foreign_mailbox'
  /** 409: This mailbox must be connected again. */
  | 'mailbox_not_connected'
  /** 500: Failed to generate response */
  | 'ai_failed'
  /** 400: Unsupported model */
  | 'model_not_supported'
  /** 400: This is more than the model takes in. */
  | 'context_too_long'
  /** 402: The AI budget is used up. */
  | 'ai_budget_exhausted'
  /** 400: The price of this model is not known. */
  | 'ai_model_unpriced'
  /** 400: A price needs that of input and of output. */
  | 'ai_price_incomplete'
  /** 400: There is no such person or feature. */
  | 'budget_subject_unknown'
  /** 404: This AI call does not exist. */
  | 'ai_call_not_found'
  /** 409: This AI call cannot be corrected. */
  | 'ai_call_not_correctable'
  /** 404: The webhook does not exist. */
  | 'webhook_not_found'
  /** 404: The delivery does not exist. */
  | 'webhook_delivery_not_found'
  /** 409: This webhook is turned off. */
  | 'webhook_disabled'
  /** 409: A workspace can have at most 50 webhooks. */
  | 'too_many_webhooks'
  /** 400: Foyer cannot ask this service to do anything. */
  | 'service_does_nothing'
  /** 400: This is not what the service takes. */
  | 'task_answer_invalid'
  /** 400: The text names what the event does not have. */
  | 'template_name_unknown'
  /** 409: The account was connected without the permission for this. */
  | 'task_not_allowed'
  /** 400: This is a rule for a connected service: it has no URL and no signing secret. */
  | 'webhook_of_service'
  /** 400: url is not a valid URL */
  | 'webhook_url_invalid'
  /** 400: url must start with https:// */
  | 'webhook_url_not_https'
  /** 400: url is not a public address on port 80 or 443. The operator of Foyer can allow it in OUTGOING_ALLOWED_PRIVATE. */
  | 'webhook_url_not_allowed'
  /** 404: The notice does not exist. */
  | 'notice_not_found'
  /** 404: This background work does not exist. */
  | 'work_not_found'
  /** 409: This work is running. */
  | 'work_under_way'
  /** 409: This work is held after a restore. */
  | 'work_held'
  /** 409: This work has not been attempted yet. */
  | 'work_not_stopped'
  /** 409: This version of Foyer does not know this kind of work. */
  | 'work_unknown'
  /** 404: The email does not exist. */
  | 'mail_not_found'
  /** 409: This email was already sent. */
  | 'mail_sent_already'
  /** 409: This email is being sent. */
  | 'mail_under_way'
  /** 409: The content of this email is no longer stored. */
  | 'mail_body_gone'
  /** 404: The API key does not exist. */
  | 'key_not_found'
  /** 409: This API key was revoked or has expired. */
  | 'key_ended'
  /** 409: This API key was already rolled and keeps its expiry. */
  | 'key_rolled_already'
  /** 409: A workspace with this name already exists. */
  | 'slug_taken'
  /** 400: This country code has no phone numbers. */
  | 'country_unknown'
  /** 400: This is not the address of a website. */
  | 'booking_origin_invalid'
  /** 400: This link is no longer valid. */
  | 'link_invalid'
  /** 401: Email or password is incorrect. */
  | 'sign_in_failed'
  /** 401: This code is incorrect or was already used. */
  | 'code_wrong'
  /** 401: This sign-in has expired or is already complete. */
  | 'challenge_invalid'
  /** 401: This passkey is not registered here. */
  | 'passkey_refused'
  /** 400: This passkey cannot be used. */
  | 'passkey_unusable'
  /** 409: Passkeys need a domain name; Foyer is accessed by an IP address. */
  | 'passkeys_need_domain'
  /** 409: You already have 20 passkeys. */
  | 'too_many_passkeys'
  /** 404: The passkey does not exist. */
  | 'passkey_not_found'
  /** 409: This setup has expired or is already complete. */
  | 'challenge_ended'
  /** 403: The password is incorrect. */
  | 'password_wrong'
  /** 400: This code is incorrect, or no setup was started. */
  | 'totp_code_wrong'
  /** 409: Two-factor codes are already on. */
  | 'totp_is_on'
  /** 409: Two-factor codes are off. */
  | 'totp_is_off'
  /** 404: You have no such session. */
  | 'session_not_found'
  /** 400: The password needs at least 10 characters. */
  | 'password_too_weak'
  /** 404: The workspace does not exist. */
  | 'organization_not_found'
  /** 400: This number does not have the form of its kind, or one of its digits is wrong. */
  | 'business_number_invalid'
  /** 400: This file cannot be used as a logo. */
  | 'logo_not_usable'
  /** 404: The logo does not exist. */
  | 'logo_not_found'
  /** 409: This email address already belongs to a member. */
  | 'already_member'
  /** 404: The member does not exist. */
  | 'member_not_found'
  /** 409: This is the last owner of the workspace. */
  | 'last_owner'
  /** 404: The invitation does not exist or is not open. */
  | 'invitation_not_found'
  /** 404: This user is not a member of this workspace. */
  | 'person_not_found'
  /** 422: This push service cannot be reached. */
  | 'push_address_refused'
  /** 409: This account already has 20 browsers with push notifications. */
  | 'too_many_browsers'
  /** 404: This browser is not registered for push notifications. */
  | 'push_device_not_found'
  /** 409: A cleanup is already running. */
  | 'cleanup_running'

/** The events of a live stream. */
export type EventType =
  /** A view of a list was saved, shared, changed or deleted. */
  | 'view.updated'
  /** A contact, company, lead, deal or task was deleted: it can be restored for 30 days. */
  | 'record.deleted'
  /** A contact, company, lead, deal or task was restored from the bin. */
  | 'record.restored'
  /** A contact, company, lead, deal or task in the bin was removed for good. */
  | 'record.removed'
  /** A change of many records was started, or its state changed. */
  | 'bulk_change.changed'
  /** Contacts or companies were found that may be one, or a member dismissed that. */
  | 'duplicates.changed'
  /** A contact was created or changed, other than by a lead. */
  | 'contact.changed'
  /** Contacts were created or changed by a CRM sync; one event for up to 1,000 of them. */
  | 'contacts.imported'
  /** Two contacts were merged, or a merge was undone. */
  | 'contact.merged'
  /** Tags were added to a contact, company, lead or deal, or removed from it. */
  | 'record.tagged'
  /** A tag was created, renamed, colored, deleted or merged into another one. */
  | 'tag.changed'
  /** Fields of the workspace’s own changed on a contact, company, lead or deal. */
  | 'record.changed'
  /** A field of the workspace’s own was added, changed, archived, restored or deleted. */
  | 'field.changed'
  /** Whether leads of the API bring values of fields was set. */
  | 'field.leads_changed'
  /** The fields of a kind of record have another order. */
  | 'field.ordered'
  /** A note was added to a contact, company, lead or deal. */
  | 'note.added'
  /** A note was edited, deleted or restored. */
  | 'note.changed'
  /** A file was added to a contact, company, lead or deal, removed or restored. */
  | 'record_file.updated'
  /** A lead was accepted: through the API, from a form or another lead source, a file or a replay. */
  | 'lead.received'
  /** A lead has another state or owner. */
  | 'lead.changed'
  /** A file was created or removed, its state changed, or one of its rows was fixed. */
  | 'upload.changed'
  /** A lead source was created, changed, turned on or off, fell silent or brings leads again; or fetching its leads fails, or works again. */
  | 'lead_source.changed'
  /** A request to the lead API was logged. */
  | 'delivery.recorded'
  /** A company was created or changed. */
  | 'company.changed'
  /** Companies were created or changed by a CRM sync; one event for up to 1,000 of them. */
  | 'companies.imported'
  /** Two companies were merged, or a merge was undone. */
  | 'company.merged'
  /** A field of a deal or company changed, or AI proposed a different value. */
  | 'fact.changed'
  /** A deal was created, with its first assignee. */
  | 'deal.created'
  /** A deal was moved, assigned, answered or edited, or has other contacts. */
  | 'deal.changed'
  /** A deal was won or lost. */
  | 'deal.closed'
  /** A task was added, edited, assigned, completed or opened again. */
  | 'task.changed'
  /** A pipeline was created, changed or archived, or a member is away from the round-robin rotation or back. */
  | 'pipeline.changed'
  /** A CRM sync was started, waits, stands still, was cancelled or resumed; or its settings or a conflict changed. */
  | 'crm.sync_changed'
  /** A CRM sync is over. */
  | 'crm.sync_finished'
  /** A message was received on the website, on WhatsApp, or as an email in a mailbox of the team. */
  | 'message.received'
  /** A member replied or left a note. */
  | 'message.written'
  /** A message changed state, its file was fetched, or it was imported from before the number was connected. */
  | 'message.changed'
  /** A member assigned, closed, reopened or snoozed a conversation, or contacts were merged or separated. */
  | 'conversation.changed'
  /** A member read a conversation. */
  | 'conversation.read'
  /** A canned reply was created, changed or removed. */
  | 'canned_reply.changed'
  /** A mail came into a connected mailbox. */
  | 'email.received'
  /** A mail came with an answer to an invitation: its sender comes or not, or proposes another time. */
  | 'email.calendar_answered'
  /** A member wrote a mail: it is stored, and will be sent. */
  | 'email.written'
  /** A mail was sent, failed, was read, moved, opened or deleted. */
  | 'email.updated'
  /** A mailbox was read, or could not be. */
  | 'email.mailbox_read'
  /** A website chat was created, changed or removed. */
  | 'chat_widget.changed'
  /** A call started or changed state. */
  | 'call.changed'
  /** A call ended, and it is known whether it was answered. Also sent for calls that were never connected, and for those that members log. */
  | 'call.ended'
  /** The working hours or time zone of a member changed, or the hours of the business: then the subject is the workspace. */
  | 'hours.changed'
  /** A calendar of a member was read. */
  | 'calendar.read'
  /** A member changed which of their calendars are read, shared, or written into. */
  | 'calendar.updated'
  /** Meetings of a member are written into this calendar from now on. */
  | 'calendar.targeted'
  /** An event in a host’s calendar is at the time of a meeting. */
  | 'calendar.conflict'
  /** An event in a host’s calendar is no longer at the time of a meeting, or takes no time any more. */
  | 'calendar.conflict_ended'
  /** A host moved or deleted a meeting in their own calendar. */
  | 'calendar.meeting_changed'
  /** A host put a meeting that they had moved or deleted in their own calendar back to its time. */
  | 'calendar.meeting_put_back'
  /** A meeting was booked, or requested where it needs approval. */
  | 'booking.created'
  /** A requested meeting was approved. */
  | 'booking.confirmed'
  /** A meeting was moved to another time, or given to another host. */
  | 'booking.rescheduled'
  /** A meeting was cancelled or declined. */
  | 'booking.cancelled'
  /** Something about a meeting changed: a step after it, an answer, a conflict, its time on the wall, whether its host is a member, a reminder. */
  | 'booking.updated'
  /** An event type was made or changed. */
  | 'event_type.saved'
  /** An event type was archived: it can no longer be booked. */
  | 'event_type.archived'
  /** A member made, renewed or ended their calendar feed. */
  | 'calendar_feed.updated'
  /** How invoices are numbered changed. */
  | 'invoice_numbering.changed'
  /** Something happened to an invoice or one of its payments. */
  | 'invoice.changed'
  /** An invoice was paid. Sent once per invoice, whichever way the payment became known. */
  | 'payment.received'
  /** A payment was refunded or disputed. */
  | 'payment.changed'
  /** A template was made, or got a new version. */
  | 'template.saved'
  /** A template was archived: it makes no new documents. */
  | 'template.archived'
  /** A document was made and sent to those who sign first. */
  | 'document.sent'
  /** One of the signers has signed. With the last of them, `status` is `signed` already. */
  | 'document.signer_signed'
  /** All have signed. The seal follows. */
  | 'document.signed'
  /** The signed document is sealed; its certificate is there. */
  | 'document.sealed'
  /** A document was declined or voided, or its deadline has passed. */
  | 'document.ended'
  /** A person looked at the page of a signer: once for each half hour. */
  | 'document.viewed'
  /** Something about a document changed: opened, reminded, saved, a try to seal it. */
  | 'document.updated'
  /** A version of a proposal was sent to its client. */
  | 'proposal.sent'
  /** A person looked at the page of a proposal: once for each half hour. */
  | 'proposal.viewed'
  /** The client accepted a proposal. */
  | 'proposal.accepted'
  /** The client declined a proposal. */
  | 'proposal.declined'
  /** A proposal was withdrawn, or its time has ended. */
  | 'proposal.ended'
  /** The draft of the next version was changed. Its client sees it once it is sent. */
  | 'proposal.updated'
  /** A design was made, linked or unlinked, its picture came, or an export of it went on or ended; or the plan of the account is another. */
  | 'canva.design_changed'
  /** A review of the business was read for the first time. Webhooks hear of those that were written since the account was connected. */
  | 'review.received'
  /** Its author edited a review, or a removed one is back. */
  | 'review.edited'
  /** A review is no longer at Google. */
  | 'review.removed'
  /** A reply to a review was written, sent, rejected, removed, or could not be sent. */
  | 'review.reply_changed'
  /** A sync of reviews began, waits or ended, or its locations changed. */
  | 'review.sync_changed'
  /** A document that answers are taken from was added or changed. */
  | 'knowledge.saved'
  /** A document that answers are taken from was removed: no search finds it any longer. */
  | 'knowledge.removed'
  /** A reply was drafted when a customer wrote. */
  | 'reply_draft.ready'
  /** The webhook address or secret of a workflow was made or replaced. */
  | 'workflow.hook_rolled'
  /** A workflow was made, written, published, stopped, archived or removed. */
  | 'workflow.changed'
  /** A run of a workflow waits for a person. */
  | 'workflow.run_waiting'
  /** A run of a workflow cannot go on until a person did something. */
  | 'workflow.run_paused'
  /** A run of a workflow has ended: it is completed, or was cancelled. */
  | 'workflow.run_finished'
  /** A run of a workflow has failed. */
  | 'workflow.run_failed'
  /** A step that waits for a person was answered, passed on, or ended. */
  | 'human_step.updated'
  /** A provider account was connected, or works again. */
  | 'connection.connected'
  /** A connection needs attention: its credentials are rejected. */
  | 'connection.failed'
  /** A provider account was disconnected. */
  | 'connection.disconnected'
  /** A call was made over a connection, or what it offers was read again. */
  | 'connection.changed'
  /** A mailbox was connected, changed or disconnected. */
  | 'mailbox.updated'
  /** A webhook was created, changed or removed, or deliveries of it were queued by a member. */
  | 'webhook.changed'
  /** A notice was created. */
  | 'notice.raised'
  /** Background work failed for good, a member decided about it, or held work was released. */
  | 'background.changed'
  /** An email was queued, sent or failed. Attempts in between only wake live pages. */
  | 'mail.changed'
  /** An API key was created, changed, rolled or revoked. */
  | 'key.changed'
  /** The settings of the workspace changed. */
  | 'workspace.changed'
  /** A member joined the workspace. */
  | 'member.joined'
  /** The role of a member changed. */
  | 'member.changed'
  /** A member was removed or left. */
  | 'member.left'
  /** A session was ended. */
  | 'session.ended'
  /** The business details changed: names, address, numbers, logo, color or footer. */
  | 'business.changed'
  /** An invitation was sent, accepted or withdrawn. */
  | 'invitation.changed'

/** The `data` of an outgoing webhook, by event type. */
export interface WebhookEvents {
  /** A contact, company, lead, deal or task was deleted: it can be restored for 30 days. */
  'record.deleted': RecordDeletedData
  /** A contact, company, lead, deal or task was restored from the bin. */
  'record.restored': RecordRestoredData
  /** A contact, company, lead, deal or task in the bin was removed for good. */
  'record.removed': RecordRemovedData
  /** A contact was created or changed, other than by a lead. */
  'contact.changed': ContactChangedData
  /** Two contacts were merged, or a merge was undone. */
  'contact.merged': ContactMergedData
  /** Tags were added to a contact, company, lead or deal, or removed from it. */
  'record.tagged': RecordTaggedData
  /** Fields of the workspace’s own changed on a contact, company, lead or deal. */
  'record.changed': RecordChangedData
  /** A note was added to a contact, company, lead or deal. */
  'note.added': NoteAddedData
  /** A lead was accepted: through the API, from a form or another lead source, a file or a replay. */
  'lead.received': LeadReceivedData
  /** A lead has another state or owner. */
  'lead.changed': LeadChangedData
  /** Two companies were merged, or a merge was undone. */
  'company.merged': CompanyMergedData
  /** A deal was created, with its first assignee. */
  'deal.created': DealEventData
  /** A deal was moved, assigned, answered or edited, or has other contacts. */
  'deal.changed': DealChangedData
  /** A deal was won or lost. */
  'deal.closed': DealEventData
  /** A CRM sync is over. */
  'crm.sync_finished': CrmSyncFinishedData
  /** A message was received on the website, on WhatsApp, or as an email in a mailbox of the team. */
  'message.received': MessageReceivedData
  /** A call ended, and it is known whether it was answered. Also sent for calls that were never connected, and for those that members log. */
  'call.ended': CallEndedData
  /** A meeting was booked, or requested where it needs approval. */
  'booking.created': BookingFacts
  /** A requested meeting was approved. */
  'booking.confirmed': BookingFacts
  /** A meeting was moved to another time, or given to another host. */
  'booking.rescheduled': BookingFacts
  /** A meeting was cancelled or declined. */
  'booking.cancelled': BookingFacts
  /** Something happened to an invoice or one of its payments. */
  'invoice.changed': InvoiceChangedData
  /** An invoice was paid. Sent once per invoice, whichever way the payment became known. */
  'payment.received': PaymentReceivedData
  /** A document was made and sent to those who sign first. */
  'document.sent': DocumentFacts
  /** One of the signers has signed. With the last of them, `status` is `signed` already. */
  'document.signer_signed': DocumentFacts
  /** All have signed. The seal follows. */
  'document.signed': DocumentFacts
  /** The signed document is sealed; its certificate is there. */
  'document.sealed': DocumentFacts
  /** A document was declined or voided, or its deadline has passed. */
  'document.ended': DocumentFacts
  /** A person looked at the page of a signer: once for each half hour. */
  'document.viewed': DocumentFacts
  /** A version of a proposal was sent to its client. */
  'proposal.sent': ProposalFacts
  /** A person looked at the page of a proposal: once for each half hour. */
  'proposal.viewed': ProposalFacts
  /** The client accepted a proposal. */
  'proposal.accepted': ProposalFacts
  /** The client declined a proposal. */
  'proposal.declined': ProposalFacts
  /** A proposal was withdrawn, or its time has ended. */
  'proposal.ended': ProposalFacts
  /** A review of the business was read for the first time. Webhooks hear of those that were written since the account was connected. */
  'review.received': ReviewFacts
  /** Its author edited a review, or a removed one is back. */
  'review.edited': ReviewFacts
  /** A review is no longer at Google. */
  'review.removed': ReviewFacts
  /** A run of a workflow waits for a person. */
  'workflow.run_waiting': WorkflowRunWaitingData
  /** A run of a workflow cannot go on until a person did something. */
  'workflow.run_paused': WorkflowRunPausedData
  /** A run of a workflow has ended: it is completed, or was cancelled. */
  'workflow.run_finished': WorkflowRunFinishedData
  /** A run of a workflow has failed. */
  'workflow.run_failed': WorkflowRunFailedData
  /** A provider account was connected, or works again. */
  'connection.connected': ConnectionEventData
  /** A connection needs attention: its credentials are rejected. */
  'connection.failed': ConnectionEventData
  /** A provider account was disconnected. */
  'connection.disconnected': ConnectionEventData
  /** An API key was created, changed, rolled or revoked. */
  'key.changed': KeyChangedData
  /** A member joined the workspace. */
  'member.joined': MemberEventData
  /** The role of a member changed. */
  'member.changed': MemberEventData
  /** A member was removed or left. */
  'member.left': MemberEventData
}

/** Actions that change nothing and are safe to retry. */
export const reads: ReadonlySet<string> = new Set([
  'list-records',
  'count-records',
  'describe-list',
  'list-saved-views',
  'list-bin',
  'show-bulk-change',
  'list-bulk-changes',
  'list-bulk-change-records',
  'list-duplicates',
  'list-company-duplicates',
  'show-report',
  'list-report-records',
  'show-home',
  'list-tags',
  'list-fields',
  'show-field',
  'list-notes',
  'list-record-files',
  'list-leads',
  'show-lead',
  'list-sources',
  'list-uploads',
  'show-upload',
  'list-upload-rows',
  'list-lead-sources',
  'show-lead-source',
  'show-lead-form',
  'show-lead-source-sample',
  'list-deliveries',
  'show-delivery',
  'list-meta-pages',
  'list-meta-forms',
  'show-meta-source',
  'list-companies',
  'show-board',
  'list-deals',
  'list-stage-deals',
  'show-deal',
  'list-pipelines',
  'list-tasks',
  'list-turns',
  'show-response-times',
  'show-company',
  'list-contacts',
  'show-contact',
  'find-duplicates',
  'list-timeline',
  'crm-connections',
  'crm-sync-status',
  'crm-sync-history',
  'show-crm-mapping',
  'list-crm-conflicts',
  'show-crm-record',
  'show-prospecting',
  'list-prospecting-credits',
  'list-canned-replies',
  'fetch-admin-chats',
  'fetch-chat-history',
  'fetch-inbox',
  'fetch-email-detail',
  'show-email',
  'list-mail-folders',
  'show-email-file',
  'list-email-drafts',
  'show-email-draft',
  'list-unconnected-numbers',
  'list-whatsapp-templates',
  'start-web-chat',
  'read-web-chat',
  'list-chat-widgets',
  'list-calls',
  'show-calling',
  'show-hours',
  'fetch-calendar',
  'list-account-calendars',
  'get-availability',
  'list-published-calendars',
  'list-slots',
  'show-event-type',
  'show-booking',
  'open-meeting',
  'list-bookings',
  'list-calendar',
  'show-booking-detail',
  'list-shifted-bookings',
  'list-event-types',
  'preview-slots',
  'show-calendar-feed',
  'read-calendar-feed',
  'list-invoices',
  'price-invoice',
  'show-letters',
  'show-invoice-numbering',
  'show-payable',
  'show-reconciliation',
  'show-invoice',
  'list-templates',
  'show-template',
  'preview-contract',
  'list-documents',
  'show-document',
  'show-sealing',
  'check-sealing',
  'list-seal-records',
  'list-removed-documents',
  'show-signing',
  'show-signed-files',
  'verify-document',
  'verify-file',
  'examine-file',
  'list-proposals',
  'show-proposal',
  'show-offer',
  'list-views',
  'preview-proposal',
  'list-designs',
  'list-reviews',
  'show-review',
  'list-review-locations',
  'search-knowledge',
  'list-knowledge',
  'show-knowledge',
  'list-knowledge-passages',
  'list-assistant-conversations',
  'show-assistant-conversation',
  'show-reply-draft',
  'count-reply-drafts',
  'search-records',
  'list-workflows',
  'show-workflow',
  'check-workflow',
  'list-workflow-versions',
  'show-workflow-version',
  'list-workflow-steps',
  'export-workflow',
  'list-workflow-templates',
  'preview-schedule',
  'list-http-credentials',
  'list-runs',
  'show-run',
  'preview-replay',
  'explain-run',
  'list-startable-workflows',
  'list-human-steps',
  'show-human-step',
  'show-linked-step',
  'show-rehearsal',
  'list-rehearsals',
  'try-workflow-step',
  'list-connections',
  'integration-connections',
  'list-provider-calls',
  'show-oauth-client',
  'find-mail-servers',
  'list-mailboxes',
  'preview-mailbox-disconnect',
  'list-ai-models',
  'show-ai-usage',
  'list-ai-calls',
  'list-webhooks',
  'list-webhook-deliveries',
  'show-webhook-delivery',
  'show-service-task',
  'list-notices',
  'list-audit',
  'show-files',
  'list-background-work',
  'show-background-work',
  'list-held-work',
  'list-mails',
  'show-mail',
  'show-mail-setup',
  'list-keys',
  'show-key',
  'show-workspace',
  'show-business',
  'list-members',
  'list-invitations',
  'validate-invite',
  'check-link',
  'get-token',
  'show-profile',
  'list-sessions',
  'show-notification-settings',
  'show-cleanup',
])

/** Actions that need no token. */
export const open: ReadonlySet<string> = new Set([
  'start-web-chat',
  'prd',
  'get-availability',
  'list-published-calendars',
  'list-slots',
  'show-event-type',
  'hold-slot',
  'release-hold',
  'booking',
  'show-booking',
  'open-meeting',
  'reschedule-booking',
  'cancel-booking',
  'read-calendar-feed',
  'show-payable',
  'pay-invoice',
  'verify-payment',
  'show-signing',
  'show-signed-files',
  'sign-with-link',
  'decline-signing',
  'hand-over-signing',
  'save-signing-draft',
  'send-signing-code',
  'enter-signing-code',
  'verify-document',
  'verify-file',
  'examine-file',
  'show-offer',
  'accept-proposal',
  'decline-proposal',
  'track-view',
  'show-linked-step',
  'answer-linked-step',
  'validate-invite',
  'accept-invite',
  'set-up-workspace',
  'sign-in',
  'confirm-sign-in',
  'start-passkey-sign-in',
  'passkey-sign-in',
  'ask-password-reset',
  'check-link',
  'set-password',
  'get-token',
  'switch-organization',
  'sign-out',
])
