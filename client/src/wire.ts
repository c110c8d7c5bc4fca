// Written from the catalogue by `npm run docs`; a test keeps it so.

/** The actions of the gateway, by name: what each takes, what it answers, and with which codes it can fail. */
export interface Actions {
  /**
   * Leads, newest first.
   * Any member · reads · 600 per 60 s
   */
  'list-leads': {
    input: {
      /**
       * Beginnings of words of name, address, company or external_id; or digits of a number
       * At most 200 characters.
       */
      search?: string | undefined
      /** At most 64 characters. */
      source?: string | undefined
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
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      leads: {
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
        via: 'api' | 'upload' | 'replay' | 'demo'
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * One lead: what was received, and what was made of it.
   * The consent is a claim that somebody made, with its source and date. It is no marketing permission and changes no subscription.
   * Any member · reads · 600 per 60 s
   */
  'show-lead': {
    input: {
      leadId: string
    }
    output: {
      lead: {
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
        via: 'api' | 'upload' | 'replay' | 'demo'
        note: string | null
        linkedin_url: string | null
        metadata: { [name: string]: unknown }
        consent: {
          basis?: string
          source?: string
          obtained_at?: string
          recognised: boolean
        } | null
        delivery_id: string | null
        upload_id: string | null
        upload_row: number | null
        /** The body to the letter; null for a row of a file */
        received: string | null
        /** Members of the body that are not read */
        unused_fields: string[]
      }
      contact: {
        id: string
        full_name: string | null
        email: string | null
        /** E.164 */
        phone: string | null
        company: string | null
        job_title: string | null
        linkedin_url: string | null
        /** Marketing permission; no lead ever changes it */
        subscription: 'none' | 'subscribed' | 'unsubscribed'
        /** RFC 3339. */
        opted_in_at: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }
      deliveries: {
        id: string
        /** RFC 3339. */
        received_at: string
        status: number
        outcome: string
        flags: string[]
        key_name: string | null
      }[]
    }
    errors: 'lead_not_found' | ReadCode
  }
  /**
   * The sources that have brought leads.
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
   * Announce a file of leads.
   * The bytes follow as `PUT /uploads/<id>/content?from=<byte>` with the same token, in one request or in several, each stored
   * whole or not at all; `from` is how many bytes are there already. After a broken connection, `show-upload` says where to go on.
   * Any member · writes · 120 per 60 s
   */
  'create-upload': {
    input: {
      /** At most 255 characters. */
      name: string
      size: number
    }
    output: {
      upload: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }
    }
    errors: 'upload_no_room' | 'upload_too_large' | WriteCode
  }
  /**
   * List the uploaded files.
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
      uploads: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }[]
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
      upload: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }
      imported_before: {
        id: string
        name: string
        /** RFC 3339. */
        imported_at: string
        rows: number
      }[]
    }
    errors: 'upload_not_found' | ReadCode
  }
  /**
   * Say how a file is to be read, and see its first rows.
   * What is left out stays as it is; without any option this is a preview. Another encoding, delimiter or header row reads the columns
   * anew. A change drops the results of an earlier check.
   * Any member · writes · 300 per 60 s
   */
  'configure-upload': {
    input: {
      uploadId: string
      mapping?: readonly ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[] | undefined
      /** At most 64 characters. */
      source?: string | undefined
      encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | undefined
      delimiter?: ',' | ';' | '	' | '|' | undefined
      hasHeader?: boolean | undefined
    }
    output: {
      upload: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }
      preview: {
        row: number
        cells: string[]
        outcome: 'new' | 'duplicate' | 'invalid'
        contact_known: boolean
        code: string | null
        field: string | null
        message: string | null
      }[]
    }
    errors: 'bad_request' | 'upload_empty' | 'upload_not_text' | 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Check all rows of a file.
   * Runs in the background and counts what an import would do: new, duplicate (their `external_id` is there already) and invalid rows.
   * The mapping is remembered for the next file with the same columns. A check that does not move can be asked for again.
   * Any member · writes · 120 per 60 s
   */
  'check-upload': {
    input: {
      uploadId: string
    }
    output: {
      upload: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }
    }
    errors: 'upload_not_mapped' | 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Import a file, or go on with an import.
   * Begins, or goes on where a cancelled or failed import stopped; no row is taken twice. A file whose rows have no `external_id` and whose
   * very content was imported before is refused with `upload_repeated` until `again` is sent: its leads would be there twice.
   * Any member · writes · 120 per 60 s
   */
  'start-upload': {
    input: {
      uploadId: string
      /** Default: `false`. */
      again?: boolean | undefined
    }
    output: {
      upload: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }
    }
    errors: 'upload_not_mapped' | 'upload_not_found' | 'upload_busy' | 'upload_repeated' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Stop a check or an import.
   * Holds within a second. The leads that were imported stay; the import can go on later, or be undone.
   * Any member · writes · 120 per 60 s
   */
  'cancel-upload': {
    input: {
      uploadId: string
    }
    output: {
      upload: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }
    }
    errors: 'upload_not_found' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Take an import back.
   * Removes the leads that the file brought, and the contacts that came from nothing else. Leads that were there before stay. Afterwards the
   * columns can be mapped anew and the file imported again.
   * Any member · writes · 120 per 60 s
   */
  'undo-upload': {
    input: {
      uploadId: string
    }
    output: {
      upload: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }
    }
    errors: 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | WriteCode
  }
  /**
   * Remove an uploaded file.
   * For files that brought no leads, or whose import was undone. What a file brought is removed by undo-upload.
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
   * List the rows of a file that need a look.
   * Invalid and mended rows are all there; of the duplicates, the first thousand. Rows that are plainly new are not kept.
   * Any member · reads · 600 per 60 s
   */
  'list-upload-rows': {
    input: {
      uploadId: string
      outcome?: 'invalid' | 'duplicate' | 'mended' | 'over_quota' | 'imported' | undefined
      cursor?: string | undefined
      /** Default: `50`. */
      limit?: number | undefined
    }
    output: {
      rows: {
        row: number
        outcome: 'invalid' | 'duplicate' | 'mended' | 'over_quota' | 'imported'
        cells: string[]
        mended: boolean
        code: string | null
        field: string | null
        message: string | null
        lead_id: string | null
      }[]
      next_cursor: string | null
    }
    errors: 'upload_not_found' | ReadCode
  }
  /**
   * Mend a row that could not be imported.
   * The cells are judged at once by the same rules as before. Before the import, a good row waits for it; behind the place that an import
   * has reached, it is imported on the spot, once. A row that is still not good keeps its new cells, with the reason.
   * Any member · writes · 600 per 60 s
   */
  'mend-upload-row': {
    input: {
      uploadId: string
      row: number
      cells: readonly string[]
    }
    output: {
      row: {
        row: number
        outcome: 'invalid' | 'duplicate' | 'mended' | 'over_quota' | 'imported'
        cells: string[]
        mended: boolean
        code: string | null
        field: string | null
        message: string | null
        lead_id: string | null
      }
      upload: {
        id: string
        name: string
        state: 'uploading' | 'mapping' | 'checking' | 'checked' | 'importing' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
        size_bytes: number
        received_bytes: number
        encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1251' | 'windows-1253' | 'windows-1254' | 'windows-1255' | 'windows-1256' | 'macintosh' | 'shift_jis' | 'gb18030' | 'big5' | 'euc-kr' | null
        delimiter: string | null
        quote: string | null
        has_header: boolean | null
        columns: string[]
        mapping: ('email' | 'phone' | 'name' | 'first_name' | 'last_name' | 'company' | 'title' | 'source' | 'external_id' | 'note' | 'linkedin_url' | 'consent.basis' | 'consent.source' | 'consent.obtained_at' | null)[]
        source: string
        check: {
          rows: number
          new: number
          duplicate: number
          invalid: number
        } | null
        import: {
          imported: number
          duplicate: number
          rejected: number
          undone: number
        } | null
        progress: number
        problem: {
          code: string
          message: string
          failed_in: 'checking' | 'importing' | 'undoing'
        } | null
        stalled: boolean
        /** RFC 3339. */
        created_at: string
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string | null
        /** RFC 3339. */
        finished_at: string | null
      }
    }
    errors: 'upload_not_found' | 'upload_row_not_found' | 'conflict' | 'upload_busy' | 'upload_row_taken' | 'upload_wrong_state' | WriteCode
  }
  /**
   * List the requests that came to the lead API.
   * Newest first: every request that carried a valid key, the refused ones too. Bodies are excerpts with addresses, phone numbers and secrets masked. What brought a lead is kept as long as the lead; the rest for 90 days.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-deliveries': {
    input: {
      keyId?: string | undefined
      outcome?: 'accepted' | 'deduplicated' | 'replayed' | 'rejected' | undefined
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
      deliveries: {
        id: string
        key: {
          id: string
          name: string
          hint: string
        } | null
        /** RFC 3339. */
        received_at: string
        status: number
        outcome: 'accepted' | 'deduplicated' | 'replayed' | 'rejected'
        code: string | null
        field: string | null
        message: string | null
        mend: string | null
        external_id_conflict: boolean
        unused_fields: string[]
        excerpt: string | null
        lead_id: string | null
        replay_of: string | null
        mended_by: string | null
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show a request that came to the lead API.
   * With the body to the letter, and a line for a shell that sends it again. Headers are not kept. `body.text` is null when the bytes are not UTF-8: then `body.base64` holds them.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-delivery': {
    input: {
      deliveryId: string
    }
    output: {
      delivery: {
        id: string
        key: {
          id: string
          name: string
          hint: string
        } | null
        /** RFC 3339. */
        received_at: string
        status: number
        outcome: 'accepted' | 'deduplicated' | 'replayed' | 'rejected'
        code: string | null
        field: string | null
        message: string | null
        mend: string | null
        external_id_conflict: boolean
        unused_fields: string[]
        excerpt: string | null
        lead_id: string | null
        replay_of: string | null
        mended_by: string | null
        body: {
          text: string | null
          base64: string | null
          redacted: string
          bytes: number
        } | null
        curl: string
      }
    }
    errors: 'delivery_not_found' | ReadCode
  }
  /**
   * Take a refused request after all.
   * Reads `body`, or the body as it came when none is sent, by the rules of `POST /v1/leads`, and takes the lead as if it had come just now.
   * What is still wrong answers with the same code and field as there, and the delivery stays as it is. A delivery is taken once, however often this is called. The monthly quota holds; the rate limit of the key does not count.
   * With `dryRun` nothing is stored: the answer says what would happen, and its ids are null.
   * Admins and owners · writes · 120 per 60 s
   */
  'replay-delivery': {
    input: {
      deliveryId: string
      body?: string | undefined
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
    errors: 'body_empty' | 'body_forbidden_key' | 'body_not_json' | 'body_not_object' | 'body_not_utf8' | 'body_too_deep' | 'consent_date_invalid' | 'consent_invalid' | 'contact_missing' | 'email_malformed' | 'external_id_invalid' | 'field_bad_text' | 'field_too_long' | 'field_wrong_type' | 'linkedin_url_invalid' | 'phone_unreadable' | 'delivery_not_found' | 'delivery_already_mended' | 'delivery_body_missing' | 'delivery_not_rejected' | 'body_too_large' | 'quota_exceeded' | WriteCode
  }
  /**
   * Companies, newest first.
   * `search` finds a part of the name or of the domain.
   * Any member · reads · 600 per 60 s
   */
  'list-companies': {
    input: {
      /** At most 200 characters. */
      search?: string | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      companies: {
        id: string
        name: string
        /** Lower case, without www: people with an address there belong to it */
        domain: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Add a company.
   * Companies also come by themselves, by the domain of somebody’s address.
   * Any member · writes · 120 per 60 s
   */
  'create-company': {
    input: {
      /** At most 255 characters. */
      name: string
      /**
       * `acme.example`; an address of its website will do
       * At most 300 characters.
       */
      domain?: string | undefined
    }
    output: {
      success: true
      company: {
        id: string
        name: string
        /** Lower case, without www: people with an address there belong to it */
        domain: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }
    }
    errors: 'company_domain_invalid' | 'company_exists' | WriteCode
  }
  /**
   * Change the name or the domain of a company.
   * What is left out stays. `domain: null` takes the domain away.
   * Any member · writes · 120 per 60 s
   */
  'update-company': {
    input: {
      companyId: string
      /** At most 255 characters. */
      name?: string | undefined
      /** At most 300 characters. */
      domain?: string | null | undefined
    }
    output: {
      success: true
      company: {
        id: string
        name: string
        /** Lower case, without www: people with an address there belong to it */
        domain: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }
    }
    errors: 'company_domain_invalid' | 'company_not_found' | 'company_exists' | WriteCode
  }
  /**
   * The board of a pipeline: its stages with their deals.
   * Each column has its first 50 deals, how many there are, and what they are worth, currency by currency; `list-stage-deals` reads on from `next_cursor`. Without `pipelineId` it is the default one.
   * Any member · reads · 600 per 60 s
   */
  'show-board': {
    input: {
      pipelineId?: string | undefined
      /** The id of a person, or `nobody` for those that nobody has */
      assignedTo?: string | 'nobody' | undefined
      /** At most 200 characters. */
      search?: string | undefined
    }
    output: {
      pipeline: {
        id: string
        name: string
      }
      pipelines: {
        id: string
        name: string
        is_default: boolean
      }[]
      stages: {
        id: string
        slug: string
        name: string
        kind: 'open' | 'won' | 'lost'
        position: number
        count: number
        sums: {
          currency: string
          minor: number
        }[]
        deals: {
          id: string
          name: string
          /** The slug of its stage, such as `new_lead` */
          status: string
          stage: {
            id: string
            slug: string
            name: string
            kind: 'open' | 'won' | 'lost'
          }
          pipeline_id: string
          state: 'open' | 'won' | 'lost' | 'linked'
          /** How it began */
          kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
          contact: {
            id: string
            name: string | null
            email: string | null
            /** E.164 */
            phone: string | null
          }
          company: {
            id: string
            name: string
          } | null
          business_name: string | null
          industry: string | null
          /** In the smallest unit of the currency */
          value_minor: number | null
          /** ISO 4217 */
          currency: string | null
          assigned_to: string | null
          assigned_name: string | null
          /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
          assigned_because: { [name: string]: unknown } | null
          /** Its place in the column: smaller bytes are higher */
          rank: string
          lost_reason: string | null
          prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
          response: {
            /**
             * Null: nobody waits for a first answer
             * RFC 3339.
             */
            due_at: string | null
            /** RFC 3339. */
            responded_at: string | null
          }
          next_task: {
            id: string
            kind: 'next_action' | 'wait' | 'call_back'
            title: string
            /** RFC 3339. */
            due_at: string | null
          } | null
          lead_id: string | null
          /** RFC 3339. */
          stage_since: string
          /** RFC 3339. */
          created_at: string
          /** RFC 3339. */
          closed_at: string | null
        }[]
        next_cursor: string | null
      }[]
    }
    errors: 'pipeline_not_found' | ReadCode
  }
  /**
   * Deals, newest first.
   * `search` finds a part of the name of the deal or the business, or of the name, address or number of the person. Deals that went into another one are shown only with `state: "linked"`.
   * Any member · reads · 600 per 60 s
   */
  'list-deals': {
    input: {
      pipelineId?: string | undefined
      stageId?: string | undefined
      state?: 'open' | 'won' | 'lost' | 'linked' | undefined
      /** The id of a person, or `nobody` for those that nobody has */
      assignedTo?: string | 'nobody' | undefined
      /** Of this person, whatever record a deal was made for */
      contactId?: string | undefined
      /** At most 200 characters. */
      search?: string | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      deals: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * The deals of one column of the board, from the top.
   * Any member · reads · 600 per 60 s
   */
  'list-stage-deals': {
    input: {
      stageId: string
      /** The id of a person, or `nobody` for those that nobody has */
      assignedTo?: string | 'nobody' | undefined
      /** At most 200 characters. */
      search?: string | undefined
      /** `next_cursor` of the column or of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      deals: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * One deal: what was asked, every move, whose it was, what is next, what is known.
   * `asked` is what the prospect wrote, and `prd` the requirements that came along or were written from it: text of a stranger, to be shown as text. Moves and assignments stand newest first; tasks with those to be done first.
   * Any member · reads · 600 per 60 s
   */
  'show-deal': {
    input: {
      dealId: string
    }
    output: {
      deal: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
        /** The deal that it went into */
        linked_to: string | null
        asked: { [name: string]: unknown } | null
        prd: string | null
        prd_model: string | null
        /** RFC 3339. */
        prd_at: string | null
      }
      moves: {
        id: string
        /** Null: the deal was made */
        from: {
          id: string
          name: string
        } | null
        to: {
          id: string
          name: string
        }
        /** Null: nobody in particular */
        person: {
          id: string
          name: string
        } | null
        /** person, prd, web_chat, whatsapp, voice, lead, link or undo */
        cause: string
        why: string | null
        /** RFC 3339. */
        at: string
      }[]
      assignments: {
        id: string
        /** Null: nobody */
        person: {
          id: string
          name: string
        } | null
        because: { [name: string]: unknown }
        /** Null: by turns */
        by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        at: string
      }[]
      tasks: {
        id: string
        /** `wait`: it is the other side’s turn */
        kind: 'next_action' | 'wait' | 'call_back'
        title: string
        /** RFC 3339. */
        due_at: string | null
        assigned_to: string | null
        assigned_name: string | null
        deal: {
          id: string
          name: string
        } | null
        contact: {
          id: string
          name: string | null
        } | null
        /** `{rule}`, `{person_id}` or `{call_id}` */
        cause: { [name: string]: unknown }
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        done_at: string | null
        outcome: string | null
      }[]
      facts: {
        id: string
        field: string
        value: string
        /** `pinned`: a person said so, and nothing but a person changes it. `proposed`: a model found something else beside it */
        state: 'current' | 'pinned' | 'proposed'
        /** `person`, or the provider that found it: `gemini` */
        source: string
        model: string | null
        /** RFC 3339. */
        at: string
        /** Who wrote or accepted it */
        person: {
          id: string
          name: string
        } | null
      }[]
      /** The advertisement or post by which the person came to write on WhatsApp */
      referral: {
        /** ad or post */
        type: string | null
        id: string | null
        url: string | null
        headline: string | null
        body: string | null
        media_type: string | null
        media_url: string | null
        /** `ctwa_clid`: what a conversion is told to Meta by */
        click_id: string | null
        message_id: string
        /** RFC 3339. */
        at: string
      } | null
    }
    errors: 'deal_not_found' | ReadCode
  }
  /**
   * Make a deal with somebody.
   * With a known contact, of a lead, or with somebody new (`client`, who is found again by address or number): one of the three. A lead that there is an open deal of already answers that one. It belongs to the person who makes it; a key makes deals by turns.
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
       * Left out: that of the person
       * At most 255 characters.
       */
      name?: string | undefined
      /** At most 255 characters. */
      businessName?: string | undefined
      /** Left out: the default one */
      pipelineId?: string | undefined
      /** Left out: the first one */
      stageId?: string | undefined
      valueMinor?: number | null | undefined
      /** Needed with an amount */
      currency?: string | null | undefined
    }
    output: {
      success: true
      deal: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
      }
    }
    errors: 'bad_request' | 'missing_field' | 'phone_unreadable' | 'contact_not_found' | 'lead_not_found' | 'pipeline_not_found' | 'stage_not_found' | 'contact_taken' | WriteCode
  }
  /**
   * Change the name or the value of a deal.
   * What is left out stays. `valueMinor: null` takes the value away.
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
      /** Needed with the first amount */
      currency?: string | null | undefined
    }
    output: {
      success: true
      deal: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
      }
    }
    errors: 'missing_field' | 'deal_not_found' | WriteCode
  }
  /**
   * Move a deal to another stage, or to another place in its column.
   * Every change of the stage is kept, with who did it and why. A lost deal needs a reason; moving a won or lost one back opens it again. `beforeDealId`: it comes right above that one; `afterDealId`: right below; neither, or one that has left the stage meanwhile: on top.
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
       * Required for a stage of lost deals
       * At most 1,000 characters.
       */
      lostReason?: string | undefined
    }
    output: {
      success: true
      deal: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
      }
    }
    errors: 'lost_reason_needed' | 'deal_not_found' | 'stage_not_found' | 'deal_linked' | WriteCode
  }
  /**
   * Give a deal to somebody, or to nobody.
   * Whoever it is given to takes no turn for it. The deal keeps who decided, and why.
   * Any member · writes · 120 per 60 s
   */
  'assign-deal': {
    input: {
      dealId: string
      /** A member of the workspace; null: nobody */
      userId: string | null
      /** At most 1,000 characters. */
      reason?: string | undefined
    }
    output: {
      success: true
      deal: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
      }
    }
    errors: 'deal_not_found' | 'person_not_found' | WriteCode
  }
  /**
   * Pipelines with their stages, the default one first.
   * A workspace begins with one: `new_lead`, `qualified`, `proposal`, `negotiation`, `won`, `lost`. `deals` counts all that stand in a stage, closed ones too; `open_deals` those that keep it from being archived.
   * Any member · reads · 120 per 60 s
   */
  'list-pipelines': {
    input: Record<never, never>
    output: {
      pipelines: {
        id: string
        name: string
        is_default: boolean
        stages: {
          id: string
          /** `status` of its deals; stays when the stage is renamed */
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
          position: number
          deals: number
          open_deals: number
        }[]
      }[]
    }
    errors: ReadCode
  }
  /**
   * Make a pipeline, or change its name and stages.
   * `stages` are all of them, in order: one without `id` is added, one that is missing is archived, unless open deals stand in it. Renaming a stage leaves its slug. There is at least one stage that is open, one for won and one for lost deals. Without `pipelineId` another pipeline is made.
   * Admins and owners · writes · 120 per 60 s
   */
  'save-pipeline': {
    input: {
      pipelineId?: string | undefined
      /** At most 100 characters. */
      name: string
      /** True: new deals go here, and the one before is the default no more. False changes nothing */
      isDefault?: boolean | undefined
      stages: readonly {
        id?: string | undefined
        /** At most 100 characters. */
        name: string
        /** Default: `"open"`. */
        kind?: 'open' | 'won' | 'lost' | undefined
      }[]
    }
    output: {
      success: true
      pipeline: {
        id: string
        name: string
        is_default: boolean
        stages: {
          id: string
          /** `status` of its deals; stays when the stage is renamed */
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
          position: number
          deals: number
          open_deals: number
        }[]
      }
    }
    errors: 'bad_request' | 'pipeline_incomplete' | 'pipeline_not_found' | 'stage_not_found' | 'stage_in_use' | 'stage_kind_fixed' | WriteCode
  }
  /**
   * Put a pipeline away.
   * Its closed deals stay readable. One that open deals stand in, and the default one, cannot be put away.
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
   * What is to be done next, the most urgent first.
   * Tasks of closed deals rest until the deal is opened again. `done: true`: what was done, the newest first. `assignedTo: "me"` is the caller’s own; a key has none.
   * Any member · reads · 600 per 60 s
   */
  'list-tasks': {
    input: {
      assignedTo?: string | 'me' | undefined
      dealId?: string | undefined
      contactId?: string | undefined
      done?: boolean | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      tasks: {
        id: string
        /** `wait`: it is the other side’s turn */
        kind: 'next_action' | 'wait' | 'call_back'
        title: string
        /** RFC 3339. */
        due_at: string | null
        assigned_to: string | null
        assigned_name: string | null
        deal: {
          id: string
          name: string
        } | null
        contact: {
          id: string
          name: string | null
        } | null
        /** `{rule}`, `{person_id}` or `{call_id}` */
        cause: { [name: string]: unknown }
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        done_at: string | null
        outcome: string | null
      }[]
      next_cursor: string | null
    }
    errors: 'bad_request' | ReadCode
  }
  /**
   * Put down what is next with a deal or a person.
   * Of a deal, a person, or both. It is for whoever has the deal, else for the caller, unless `assignedTo` says otherwise.
   * Any member · writes · 120 per 60 s
   */
  'add-task': {
    input: {
      dealId?: string | undefined
      contactId?: string | undefined
      /**
       * `wait`: it is the other side’s turn
       * Default: `"next_action"`.
       */
      kind?: 'next_action' | 'wait' | 'call_back' | undefined
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
      task: {
        id: string
        /** `wait`: it is the other side’s turn */
        kind: 'next_action' | 'wait' | 'call_back'
        title: string
        /** RFC 3339. */
        due_at: string | null
        assigned_to: string | null
        assigned_name: string | null
        deal: {
          id: string
          name: string
        } | null
        contact: {
          id: string
          name: string | null
        } | null
        /** `{rule}`, `{person_id}` or `{call_id}` */
        cause: { [name: string]: unknown }
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        done_at: string | null
        outcome: string | null
      }
    }
    errors: 'missing_field' | 'contact_not_found' | 'deal_not_found' | 'person_not_found' | WriteCode
  }
  /**
   * Tick off a task, and say what is next.
   * An open deal with nothing ahead of it is raised within two minutes: so send `next` along, what is to be done then or what is waited for. It is for whoever the first one was for.
   * Any member · writes · 120 per 60 s
   */
  'complete-task': {
    input: {
      taskId: string
      /** At most 1,000 characters. */
      outcome?: string | undefined
      next?: {
        /**
         * `wait`: it is the other side’s turn
         * Default: `"next_action"`.
         */
        kind?: 'next_action' | 'wait' | 'call_back' | undefined
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
      task: {
        id: string
        /** `wait`: it is the other side’s turn */
        kind: 'next_action' | 'wait' | 'call_back'
        title: string
        /** RFC 3339. */
        due_at: string | null
        assigned_to: string | null
        assigned_name: string | null
        deal: {
          id: string
          name: string
        } | null
        contact: {
          id: string
          name: string | null
        } | null
        /** `{rule}`, `{person_id}` or `{call_id}` */
        cause: { [name: string]: unknown }
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        done_at: string | null
        outcome: string | null
      }
      next: {
        id: string
        /** `wait`: it is the other side’s turn */
        kind: 'next_action' | 'wait' | 'call_back'
        title: string
        /** RFC 3339. */
        due_at: string | null
        assigned_to: string | null
        assigned_name: string | null
        deal: {
          id: string
          name: string
        } | null
        contact: {
          id: string
          name: string | null
        } | null
        /** `{rule}`, `{person_id}` or `{call_id}` */
        cause: { [name: string]: unknown }
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        done_at: string | null
        outcome: string | null
      } | null
    }
    errors: 'task_not_found' | 'task_done' | WriteCode
  }
  /**
   * Who gets deals, how many they had, and who is away.
   * A deal goes to the admin or owner who is here and had the fewest turns; of several, to the one whose last turn is longest ago. One who comes, or comes back, starts level with the others. What somebody is given by hand takes no turn.
   * Any member · reads · 120 per 60 s
   */
  'list-turns': {
    input: Record<never, never>
    output: {
      turns: {
        person: {
          id: string
          name: string
        }
        /** Deals given by turns, with what makes one who came later level with the others */
        turns: number
        /** RFC 3339. */
        last_turn_at: string | null
        /** RFC 3339. */
        away_from: string | null
        /**
         * Null with `away_from`: until further notice
         * RFC 3339.
         */
        away_until: string | null
        /** An admin or owner who is not away now */
        is_eligible: boolean
      }[]
    }
    errors: ReadCode
  }
  /**
   * Say that somebody is away, or here again.
   * Whoever is away gets no deals by turns. Without `until` it is until further notice; `here: true` ends it. Everybody may say it of themselves, admins of anybody.
   * Any member · writes · 120 per 60 s
   */
  'set-absence': {
    input: {
      /** A member of the workspace */
      userId: string
      /**
       * Left out: now
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
      turns: {
        person: {
          id: string
          name: string
        }
        /** Deals given by turns, with what makes one who came later level with the others */
        turns: number
        /** RFC 3339. */
        last_turn_at: string | null
        /** RFC 3339. */
        away_from: string | null
        /**
         * Null with `away_from`: until further notice
         * RFC 3339.
         */
        away_until: string | null
        /** An admin or owner who is not away now */
        is_eligible: boolean
      }[]
    }
    errors: 'bad_request' | 'forbidden' | 'person_not_found' | WriteCode
  }
  /**
   * How fast prospects hear from somebody, and who has waited longest.
   * Of the last 30 days: deals whose first answer is due, and leads that no deal was made of, those of imported files aside. The median is in minutes, of those who were answered. `worst` is who has waited longest by now. At most 10,000 are counted as waiting.
   * Any member · reads · 120 per 60 s
   */
  'show-response-times': {
    input: Record<never, never>
    output: {
      target_minutes: number
      /** Null: nobody was answered yet */
      median_minutes: number | null
      answered: number
      /** 10,000 for that many or more */
      waiting: number
      /** Of those waiting, how many wait longer than the target */
      late: number
      worst: {
        kind: 'deal' | 'lead'
        id: string
        name: string
        /** RFC 3339. */
        waiting_since: string
        assigned_name: string | null
      } | null
      by_person: {
        person: {
          id: string
          name: string
        }
        answered: number
        median_minutes: number | null
        waiting: number
      }[]
    }
    errors: ReadCode
  }
  /**
   * One company, with what is known of it, its people and its deals.
   * The newest 50 of its people and of its deals. What a model found is marked with the model and the time.
   * Any member · reads · 600 per 60 s
   */
  'show-company': {
    input: {
      companyId: string
    }
    output: {
      company: {
        id: string
        name: string
        /** Lower case, without www: people with an address there belong to it */
        domain: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }
      facts: {
        id: string
        field: string
        value: string
        /** `pinned`: a person said so, and nothing but a person changes it. `proposed`: a model found something else beside it */
        state: 'current' | 'pinned' | 'proposed'
        /** `person`, or the provider that found it: `gemini` */
        source: string
        model: string | null
        /** RFC 3339. */
        at: string
        /** Who wrote or accepted it */
        person: {
          id: string
          name: string
        } | null
      }[]
      contacts: {
        id: string
        name: string | null
        email: string | null
        job_title: string | null
      }[]
      deals: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
      }[]
    }
    errors: 'company_not_found' | ReadCode
  }
  /**
   * Find out about the business behind a deal.
   * Asks Gemini, with the name of the business and the domain of its mail; nothing of a person is told. What it finds fills what is blank and stands beside what a person wrote, as a proposal. Where its answer fails, so does this, with 500.
   * Any member · writes · 20 per 60 s
   */
  'enrich-project': {
    input: {
      /** The deal */
      projectId: string
    }
    output: {
      success: true
      /** What was found, null where nothing was. Text of a stranger: show it as text */
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
   * Find out about a company.
   * Asks Gemini, with the name and the domain. What it finds fills what is blank and stands beside what a person wrote, as a proposal. Where its answer fails, so does this, with 500.
   * Any member · writes · 20 per 60 s
   */
  'enrich-organization': {
    input: {
      /** The company */
      organizationId: string
    }
    output: {
      success: true
      /** What was found, null where nothing was. Text of a stranger: show it as text */
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
   * Say what is true of a deal’s business or of a company.
   * What a person says is pinned: what a model finds later is only proposed beside it. `value: null` takes the value away, and a model may fill the blank again.
   * Any member · writes · 120 per 60 s
   */
  'set-fact': {
    input: {
      subjectKind: 'deal' | 'company'
      /** The deal, or the company */
      subjectId: string
      /**
       * Of a deal: industry, employees, website, address, logo, summary. Of a company: industry, description, founded, employees
       * At most 100 characters.
       */
      field: string
      /** At most 4,000 characters. */
      value: string | null
    }
    output: {
      success: true
      facts: {
        id: string
        field: string
        value: string
        /** `pinned`: a person said so, and nothing but a person changes it. `proposed`: a model found something else beside it */
        state: 'current' | 'pinned' | 'proposed'
        /** `person`, or the provider that found it: `gemini` */
        source: string
        model: string | null
        /** RFC 3339. */
        at: string
        /** Who wrote or accepted it */
        person: {
          id: string
          name: string
        } | null
      }[]
    }
    errors: 'fact_field_unknown' | 'fact_value_invalid' | 'company_not_found' | 'deal_not_found' | WriteCode
  }
  /**
   * Take what a model found in the place of what stood.
   * It is what a person said from now on, and stays marked with where it came from.
   * Any member · writes · 120 per 60 s
   */
  'accept-fact': {
    input: {
      factId: string
    }
    output: {
      success: true
      facts: {
        id: string
        field: string
        value: string
        /** `pinned`: a person said so, and nothing but a person changes it. `proposed`: a model found something else beside it */
        state: 'current' | 'pinned' | 'proposed'
        /** `person`, or the provider that found it: `gemini` */
        source: string
        model: string | null
        /** RFC 3339. */
        at: string
        /** Who wrote or accepted it */
        person: {
          id: string
          name: string
        } | null
      }[]
    }
    errors: 'fact_not_found' | 'fact_not_proposed' | WriteCode
  }
  /**
   * Turn down what a model found.
   * The same value is not proposed again.
   * Any member · writes · 120 per 60 s
   */
  'dismiss-fact': {
    input: {
      factId: string
    }
    output: {
      success: true
      facts: {
        id: string
        field: string
        value: string
        /** `pinned`: a person said so, and nothing but a person changes it. `proposed`: a model found something else beside it */
        state: 'current' | 'pinned' | 'proposed'
        /** `person`, or the provider that found it: `gemini` */
        source: string
        model: string | null
        /** RFC 3339. */
        at: string
        /** Who wrote or accepted it */
        person: {
          id: string
          name: string
        } | null
      }[]
    }
    errors: 'fact_not_found' | 'fact_not_proposed' | WriteCode
  }
  /**
   * Contacts, newest first.
   * Several contacts that were merged are one person, listed once. A search may answer fewer than a page holds and still have more.
   * Any member · reads · 600 per 60 s
   */
  'list-contacts': {
    input: {
      /** At most 200 characters. */
      search?: string | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      contacts: {
        id: string
        full_name: string | null
        email: string | null
        /** E.164 */
        phone: string | null
        company: string | null
        job_title: string | null
        linkedin_url: string | null
        /** Marketing permission; no lead ever changes it */
        subscription: 'none' | 'subscribed' | 'unsubscribed'
        /** RFC 3339. */
        opted_in_at: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * One person, with their leads, their deals, what they are known by and how they came together.
   * A contact that was merged into another answers with the one that stands for the person: `contact.id` says which. Leads, deals and identities are those of all of their contacts.
   * Any member · reads · 600 per 60 s
   */
  'show-contact': {
    input: {
      contactId: string
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      contact: {
        id: string
        full_name: string | null
        email: string | null
        /** E.164 */
        phone: string | null
        company: string | null
        job_title: string | null
        linkedin_url: string | null
        /** Marketing permission; no lead ever changes it */
        subscription: 'none' | 'subscribed' | 'unsubscribed'
        /** RFC 3339. */
        opted_in_at: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }
      company: {
        id: string
        name: string
      } | null
      identities: {
        /** whatsapp: a business-scoped user id */
        kind: 'email' | 'phone' | 'whatsapp'
        value: string | null
        /** The record that it came with */
        contact_id: string
        /** A message came from there, or a member entered or confirmed it; null: claimed, not verified */
        proof: 'message' | 'member' | null
      }[]
      /** What unverified callers said of this contact, or to have of its addresses and numbers; open ones, newest first */
      claims: {
        id: string
        /** The contact of which it was said */
        contact_id: string
        contact_name: string | null
        kind: 'email' | 'phone' | 'whatsapp'
        /** As it was said; not verified */
        value: string
        source: 'web_chat' | 'prd' | 'lead' | 'voice' | 'whatsapp' | 'number_changed'
        /** RFC 3339. */
        at: string
        /** The contact that has this address or number, who may be the same person or a stranger’s target */
        known_as: {
          id: string
          name: string | null
        } | null
      }[]
      /** Newest first; those taken back too */
      merges: {
        id: string
        source: {
          id: string
          name: string | null
        }
        target: {
          id: string
          name: string | null
        }
        cause: 'person' | 'link' | 'same_email' | 'same_phone' | 'same_whatsapp' | 'number_changed'
        /** What somebody said; or the way by which they came: whatsapp, web_chat, prd, lead … */
        reason: string | null
        /** RFC 3339. */
        at: string
        /** Null: it was plain from what they sent */
        person: {
          id: string
          name: string | null
        } | null
        /** RFC 3339. */
        undone_at: string | null
        can_undo: boolean
      }[]
      /** The newest 50 */
      deals: {
        id: string
        name: string
        /** The slug of its stage, such as `new_lead` */
        status: string
        stage: {
          id: string
          slug: string
          name: string
          kind: 'open' | 'won' | 'lost'
        }
        pipeline_id: string
        state: 'open' | 'won' | 'lost' | 'linked'
        /** How it began */
        kind: 'prd' | 'web_chat' | 'whatsapp' | 'voice' | 'lead' | 'manual'
        contact: {
          id: string
          name: string | null
          email: string | null
          /** E.164 */
          phone: string | null
        }
        company: {
          id: string
          name: string
        } | null
        business_name: string | null
        industry: string | null
        /** In the smallest unit of the currency */
        value_minor: number | null
        /** ISO 4217 */
        currency: string | null
        assigned_to: string | null
        assigned_name: string | null
        /** Why: `{rule: "turns", turns, of, away}` (fewest turns of so many who were there), `{rule: "nobody", away}` or `{rule: "person", person_id, reason}` */
        assigned_because: { [name: string]: unknown } | null
        /** Its place in the column: smaller bytes are higher */
        rank: string
        lost_reason: string | null
        prd_state: 'none' | 'given' | 'queued' | 'written' | 'failed'
        response: {
          /**
           * Null: nobody waits for a first answer
           * RFC 3339.
           */
          due_at: string | null
          /** RFC 3339. */
          responded_at: string | null
        }
        next_task: {
          id: string
          kind: 'next_action' | 'wait' | 'call_back'
          title: string
          /** RFC 3339. */
          due_at: string | null
        } | null
        lead_id: string | null
        /** RFC 3339. */
        stage_since: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        closed_at: string | null
      }[]
      leads: {
        id: string
        /** RFC 3339. */
        received_at: string
        source: string
        full_name: string | null
        email: string | null
        phone: string | null
        company: string | null
        via: string
      }[]
      /** The advertisement or post by which they first came to write on WhatsApp */
      referral: {
        /** ad or post */
        type: string | null
        id: string | null
        url: string | null
        headline: string | null
        body: string | null
        media_type: string | null
        media_url: string | null
        /** `ctwa_clid`: what a conversion is told to Meta by */
        click_id: string | null
        message_id: string
        /** RFC 3339. */
        at: string
      } | null
      /** Of the leads */
      next_cursor: string | null
    }
    errors: 'contact_not_found' | ReadCode
  }
  /**
   * Change what is known of a person.
   * What is left out stays; `null` or a blank takes it away. By a new address or number the person is found from now on, by the old one no longer. One that belongs to somebody else is refused: if they are one person, `merge-contacts`.
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
       * International with +, or as it is dialled in the default country
       * At most 64 characters.
       */
      phone?: string | null | undefined
      /** At most 255 characters. */
      company?: string | null | undefined
      /** At most 255 characters. */
      jobTitle?: string | null | undefined
      /** At most 2,048 characters. */
      linkedinUrl?: string | null | undefined
    }
    output: {
      success: true
      contact: {
        id: string
        full_name: string | null
        email: string | null
        /** E.164 */
        phone: string | null
        company: string | null
        job_title: string | null
        linkedin_url: string | null
        /** Marketing permission; no lead ever changes it */
        subscription: 'none' | 'subscribed' | 'unsubscribed'
        /** RFC 3339. */
        opted_in_at: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }
    }
    errors: 'email_malformed' | 'linkedin_url_invalid' | 'phone_unreadable' | 'contact_not_found' | 'conflict' | 'contact_taken' | WriteCode
  }
  /**
   * Say that two contacts are one person.
   * The source is shown as the target from then on, with all of its leads, messages, calls, deals and invoices; the target keeps what it has and gets what it lacks. Nothing is moved or lost: `undo-merge` takes it back whole. `mergeId` is null where they were one person already.
   * Any member · writes · 120 per 60 s
   */
  'merge-contacts': {
    input: {
      sourceId: string
      /** Who stays */
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
   * Take a merge of two contacts back.
   * Both are shown for themselves again, each with its own leads, messages, calls, deals and invoices, and the target loses what it had only from the source. A deal that was linked with the merge comes back too. With `dealId`: of a deal that was linked between two deals of one person, only the deal.
   * Any member · writes · 120 per 60 s
   */
  'undo-merge': {
    input: {
      /** This or `dealId` */
      mergeId?: string | undefined
      /** The deal that went into another */
      dealId?: string | undefined
    }
    output: {
      success: true
    }
    errors: 'missing_field' | 'deal_not_found' | 'merge_not_found' | WriteCode
  }
  /**
   * Accept or dismiss what an unverified caller said of itself.
   * A form, a website chat, a call or a lead may name the address or number of a contact; that is a claim, and joins nothing. Accepted, the contact has the address or number from then on, and where another contact has it the two are merged: `mergeId` names the merge, which `undo-merge` takes back. Dismissed, it is not proposed again. A claim that was decided before stays as it is.
   * Any member · writes · 120 per 60 s
   */
  'decide-claim': {
    input: {
      claimId: string
      accept: boolean
    }
    output: {
      success: true
      /** The contact that stands for the person from then on */
      contactId: string
      mergeId: string | null
    }
    errors: 'claim_not_found' | 'conflict' | WriteCode
  }
  /**
   * Everything that happened with a person, or around one deal, newest first.
   * Leads, messages, calls, payments, invoices, deals and their stages, whose they became, tasks that were done, mails, merges and what was found out; each with who or what caused it. With `dealId` it is what happened with the person of the deal, and of the deals only this one.
   * Any member · reads · 600 per 60 s
   */
  'list-timeline': {
    input: {
      /** This or `dealId` */
      contactId?: string | undefined
      dealId?: string | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      entries: {
        id: string
        /** RFC 3339. */
        at: string
        kind: 'lead' | 'message' | 'call' | 'payment' | 'invoice' | 'deal' | 'stage' | 'assignment' | 'task' | 'mail' | 'merge' | 'fact'
        /** Of a message: whatsapp, web_chat or note */
        channel: string | null
        /** in, out or note */
        direction: string | null
        /** The first 2,000 characters of what was said */
        text: string | null
        facts: { [name: string]: unknown }
        /** The lead, message, call, invoice, deal, task, mail, merge … that it is about */
        subject_id: string | null
        cause: {
          /** Who or what brought it about: person, whatsapp, web_chat, lead, rule, webhook … */
          kind: string
          id: string | null
          words: string | null
        }
        /** Who of us did it */
        person: {
          id: string
          name: string | null
        } | null
      }[]
      next_cursor: string | null
    }
    errors: 'missing_field' | 'contact_not_found' | 'deal_not_found' | ReadCode
  }
  /**
   * Replies kept ready, by their shortcuts.
   * Any member · reads · 600 per 60 s
   */
  'list-canned-replies': {
    input: Record<never, never>
    output: {
      canned_replies: {
        id: string
        shortcut: string
        title: string
        body: string
        created_by: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        updated_at: string
      }[]
      next_cursor: null
    }
    errors: ReadCode
  }
  /**
   * Keep a reply ready, or change one.
   * Everybody of the workspace has the same replies. Without `cannedReplyId` a new one is made.
   * Any member · writes · 120 per 60 s
   */
  'save-canned-reply': {
    input: {
      cannedReplyId?: string | undefined
      /** What is typed after `/` to have it: letters, digits, - and _ */
      shortcut: string
      /** At most 100 characters. */
      title: string
      /**
       * `{name}` and `{first_name}` are the person written to, `{me}` whoever writes; filled in when it is taken
       * At most 4,096 characters.
       */
      body: string
    }
    output: {
      canned_reply: {
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
    }
    errors: 'canned_reply_not_found' | 'shortcut_taken' | 'too_many_canned_replies' | WriteCode
  }
  /**
   * Keep a reply ready no longer.
   * What was sent with it stays as it is.
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
   * Conversations, the last one spoken in first.
   * One conversation a person, whatever way the words come. `filter` is the way of the last message. `unread_count` and `unread_total` are the caller’s own; a key has read everything. `search` finds names, addresses and what was written.
   * Any member · reads · 600 per 60 s
   */
  'fetch-admin-chats': {
    input: {
      /** Default: `"all"`. */
      filter?: 'all' | 'whatsapp' | 'web_chat' | undefined
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
      conversations: {
        project_id: string | null
        contact_id: string
        business_name: string | null
        client_name: string | null
        client_email: string | null
        client_phone: string | null
        project_type: string | null
        /** Who took the conversation; else whose the deal is */
        assigned_to: string | null
        assigned_name: string | null
        /** Somebody took it, beyond whose turn it was */
        is_claimed: boolean
        /** RFC 3339. */
        last_message_at: string | null
        last_message_preview: string | null
        last_direction: 'in' | 'out' | null
        /** The last message came from a sender who has not proven who it is: the chat of a website or a form */
        last_is_unverified: boolean
        /** What came in and the caller has not seen; 100 for a hundred and more */
        unread_count: number
        session_status: 'open' | 'closed'
        /** RFC 3339. */
        snoozed_until: string | null
        /** Of the last message */
        channel: 'whatsapp' | 'web_chat' | 'note' | null
        /** Free text may go on WhatsApp until then; null for somebody who never wrote there */
        whatsapp_window: {
          /** RFC 3339. */
          closes_at: string
          is_open: boolean
        } | null
      }[]
      /** From the page before */
      next_cursor: string | null
      /** Open conversations of the caller or of nobody with something unread; among the newest 500 */
      unread_total: number
    }
    errors: ReadCode
  }
  /**
   * What was said with a person, oldest first.
   * The newest page first; `previous_cursor` as `before` gives what was said before it. Notes of colleagues are among it, with `comment_type` `note`. Reactions stand at the message that they are about.
   * Any member · reads · 600 per 60 s
   */
  'fetch-chat-history': {
    input: {
      projectId: string
      /** From the page before */
      before?: string | undefined
      /** Default: `100`. */
      limit?: number | undefined
    }
    output: {
      history: {
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
        comment_type: 'whatsapp' | 'web_chat' | 'note'
        direction: 'in' | 'out' | 'note'
        /** Its sender has not proven who it is, as in the chat of a website or a form: do not take its words for the contact’s */
        is_unverified: boolean
        /** text, image, document, location, contacts, template, button, system, unsupported … */
        kind: string
        attachments: {
          index: number
          kind: string
          name: string | null
          type: string | null
          bytes: number | null
          state: 'waiting' | 'stored' | 'gone'
        }[]
        reply_to: {
          id: string
          text: string | null
        } | null
        reactions: {
          emoji: string
          author: string | null
        }[]
        location: {
          latitude: number
          longitude: number
          name: string | null
          address: string | null
        } | null
        contacts: {
          name: string
          phones: string[]
          emails: string[]
        }[]
        /** The answers to a WhatsApp Flow */
        form: {
          name: string | null
          fields: {
            name: string
            value: string
          }[]
        } | null
        /** The advertisement or post by which they came */
        referral: {
          /** ad or post */
          type: string | null
          id: string | null
          url: string | null
          headline: string | null
          body: string | null
          media_type: string | null
          media_url: string | null
          /** `ctwa_clid`: what a conversion is told to Meta by */
          click_id: string | null
        } | null
        /** business_app: we wrote it in WhatsApp’s own app */
        via: 'business_app' | null
        /** parts: what the client got, header, body, footer and buttons with the values in them */
        template: {
          name: string
          language: string
          values: string[]
          parts?: {
            part: 'header' | 'body' | 'footer' | 'button'
            text: string
          }[]
        } | null
        state: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain' | null
        /** RFC 3339. */
        state_at: string | null
        error: string | null
        error_code: string | null
        client_message_id: string | null
      }[]
      /** From the page before */
      previous_cursor: string | null
      /** Null where nothing was said yet */
      conversation: {
        project_id: string | null
        contact_id: string
        business_name: string | null
        client_name: string | null
        client_email: string | null
        client_phone: string | null
        project_type: string | null
        /** Who took the conversation; else whose the deal is */
        assigned_to: string | null
        assigned_name: string | null
        /** Somebody took it, beyond whose turn it was */
        is_claimed: boolean
        /** RFC 3339. */
        last_message_at: string | null
        last_message_preview: string | null
        last_direction: 'in' | 'out' | null
        /** The last message came from a sender who has not proven who it is: the chat of a website or a form */
        last_is_unverified: boolean
        /** What came in and the caller has not seen; 100 for a hundred and more */
        unread_count: number
        session_status: 'open' | 'closed'
        /** RFC 3339. */
        snoozed_until: string | null
        /** Of the last message */
        channel: 'whatsapp' | 'web_chat' | 'note' | null
        /** Free text may go on WhatsApp until then; null for somebody who never wrote there */
        whatsapp_window: {
          /** RFC 3339. */
          closes_at: string
          is_open: boolean
        } | null
      } | null
    }
    errors: 'deal_not_found' | ReadCode
  }
  /**
   * Close a conversation, take it, or put it off.
   * One who claims has the conversation; of two at once one wins and the other is told who. `release` gives it back, `assign` hands it to `userId` whoever has it, `snooze` puts it out of sight until `until` or until the client writes, `reopen` opens it. A message that comes in while it is being closed, or that `seenTo` says was not seen yet, leaves it open: the answer says how it stands. For `claim`, `userId` is the caller; an admin may claim for somebody else.
   * Any member · writes · 300 per 60 s
   */
  'update-chat-session': {
    input: {
      projectId: string
      action: 'close' | 'claim' | 'release' | 'reopen' | 'snooze' | 'assign'
      userId: string
      /**
       * For `snooze`: at most a year ahead
       * RFC 3339.
       */
      until?: string | undefined
      /** For `close`: the newest message that the caller has seen */
      seenTo?: string | undefined
    }
    output: {
      success: true
      session_status: 'open' | 'closed'
      assigned_to: string | null
    }
    errors: 'bad_request' | 'forbidden' | 'deal_not_found' | 'member_not_found' | 'chat_claimed' | WriteCode
  }
  /**
   * Join the conversation of one deal with that of another: it is the same person.
   * The source goes into the destination: the people of both become one, with one thread, and the source is `linked`. `merged` says how many messages came along; a second time it is 0. Nothing is moved or lost, also not what is written meanwhile, and `undo-merge` with the `mergeId` takes it back whole. `mergeId` is null where both deals were the same person’s: then `undo-merge` takes the `dealId`.
   * Any member · writes · 120 per 60 s
   */
  'link-whatsapp-contact': {
    input: {
      /** The source */
      projectId: string
      /** The destination */
      targetProjectId: string
      /**
       * Fills a blank of the person
       * At most 255 characters.
       */
      name?: string | undefined
      /**
       * Fills a blank of the person
       * At most 254 characters.
       */
      email?: string | undefined
    }
    output: {
      success: true
      merged: number
      mergeId: string | null
    }
    errors: 'email_malformed' | 'merge_with_itself' | 'contact_not_found' | 'deal_not_found' | 'conflict' | 'contact_taken' | 'deal_linked' | WriteCode
  }
  /**
   * Note what of a conversation the caller has seen.
   * Up to and with the message `readTo`, everything is read. A mark never moves back. It is the caller’s own.
   * Any member · writes · 600 per 60 s
   */
  'mark-chat-read': {
    input: {
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
   * Send a WhatsApp message.
   * Free text goes for 24 hours after the person last wrote there; outside of them only an approved template does, and free text is refused with the time at which they ended. With `templateName`, `message` is ignored. A template goes in the wanted language (en_US unless given), else in the same language of another country, never in another language or script: then the languages that there are are named. The answer means that the message is kept and will be sent; `id` is the message’s own here, and `status` moves on to `sent`, `delivered`, `read` or `failed`, which events tell. With `clientMessageId` the same message again sends once; the same id with another message or another recipient is refused (422).
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
       * One for each of the template’s `values`, in their order: header (its text, an https address of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Positions go by number, names in the order in which they stand; a login code is given once
       * Default: `[]`.
       */
      templateVars?: readonly string[] | undefined
      /** At most 255 characters. */
      clientMessageId?: string | undefined
    }
    output: {
      success: true
      messages: {
        id: string
        status: string
      }[]
    }
    errors: 'bad_request' | 'missing_field' | 'template_values' | 'template_not_found' | 'contact_taken' | 'no_whatsapp_address' | 'template_language' | 'template_not_approved' | 'template_unusable' | 'whatsapp_not_connected' | 'window_closed' | 'client_id_reused' | WriteCode
  }
  /**
   * WhatsApp numbers of your business account that are written to and not connected.
   * Messages to a number of the same WhatsApp Business Account that is not connected are kept for 90 days. Connect the number, and they are read into their conversations.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-unconnected-numbers': {
    input: Record<never, never>
    output: {
      numbers: {
        /** As WhatsApp names it */
        phone_number_id: string
        /** As people dial it */
        number: string | null
        /** How many wait */
        messages: number
        /** RFC 3339. */
        first_at: string
        /** RFC 3339. */
        last_at: string
      }[]
      next_cursor: null
    }
    errors: ReadCode
  }
  /**
   * The message templates of the WhatsApp number.
   * As they were when they were last read from WhatsApp: once a day, when WhatsApp tells of a change, and by `sync-whatsapp-templates`.
   * Any member · reads · 120 per 60 s
   */
  'list-whatsapp-templates': {
    input: {
      /** At most 200 characters. */
      search?: string | undefined
    }
    output: {
      templates: {
        id: string
        name: string
        language: string
        category: string
        /** As WhatsApp says it; only APPROVED may be sent */
        status: string
        reason: string | null
        /** Its text, with {{1}} where the first value goes */
        body: string | null
        /** How many values it wants, in order: header, body, buttons */
        variables: number
        /** The values themselves, in the order of `templateVars`. kind: text; image, video or document (an https address); latitude, longitude, place, address; url (the end of a button’s address); copy_code */
        values: {
          name: string
          of: 'header' | 'body' | 'button'
          kind: string
        }[]
        /** What the client gets, from above to below; {{3}} is the place of the third value */
        parts: {
          part: 'header' | 'body' | 'footer' | 'button'
          text: string
        }[]
        /** What of it Foyer cannot fill; such a template is refused before it is sent */
        unusable: string | null
        components: { [name: string]: unknown }[]
        /** RFC 3339. */
        synced_at: string
      }[]
      next_cursor: null
    }
    errors: ReadCode
  }
  /**
   * Read the message templates from WhatsApp now.
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
   * Write a message of a website’s chat into its conversation.
   * By a visitor with the token of `start-web-chat`: a message of their own session, in the role `user`. By a member: of any session, one that begins with it too, for chats that are held elsewhere; in the role `agent` it is the member who wrote. The first message of a session makes the contact and a deal, and gives it to somebody; a closed conversation opens again. The same message with a `clientMessageId` that was sent before writes nothing: a repeat on a bad network is one message. The same id with another message is refused (422).
   * Any member · writes · 120 per 60 s
   */
  'log-web-chat': {
    input: {
      /** At most 255 characters. */
      sessionId: string
      /** At most 4,000 characters. */
      message: string
      role: 'user' | 'agent'
      /**
       * Made by whoever sends; once in a session
       * At most 64 characters.
       */
      clientMessageId?: string | undefined
      /**
       * Where the visitor is
       * At most 2,048 characters.
       */
      page?: string | undefined
      /**
       * What language the visitor reads, BCP 47
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
   * For the script of the chat on a page of a listed origin, as the browser names it in `Origin`. The `token` (sent as `Authorization: Bearer …`) opens this one session and nothing else: `log-web-chat`, `read-web-chat`, `identify-web-visitor`. It lasts 90 days; with an older one in `token` the session goes on. Nothing is written before the first message.
   * Anybody · reads · 60 per 60 s
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
      widget: {
        /** Empty: the words of the language */
        title: string
        greeting: string
        /** #rrggbb */
        accent: string
        /** auto: as the visitor’s device has it */
        theme: 'auto' | 'light' | 'dark'
        /** Which corner of the page */
        side: 'left' | 'right'
        locale: string
        /** A visitor who has written is asked where an answer reaches them */
        asks_email: boolean
        organization: string
      }
    }
    errors: 'chat_origin_refused' | 'chat_widget_off' | 'chat_widget_not_found' | PublicCode
  }
  /**
   * Read what was said in one session of a website’s chat.
   * By a visitor with the token of `start-web-chat`, of their own session; by a member of any. What was written in it and answered to it, and nothing else that is known of the visitor: no notes, no other channel, no other session. Without `after` the newest 200; with it, what came since, and the last seconds before it once more: compare the ids.
   * Any member · reads · 120 per 60 s
   */
  'read-web-chat': {
    input: {
      /** At most 255 characters. */
      sessionId: string
      /**
       * `cursor` of the answer before
       * RFC 3339.
       */
      after?: string | null | undefined
    }
    output: {
      messages: {
        id: string
        /** RFC 3339. */
        at: string
        from: 'user' | 'agent'
        /** Who of the workspace wrote it */
        author: string | null
        text: string
        /** What the visitor’s page gave it */
        client_message_id: string | null
      }[]
      /** RFC 3339. */
      cursor: string | null
    }
    errors: 'chat_origin_refused' | 'chat_session_foreign' | 'chat_widget_off' | 'chat_session_not_found' | 'chat_widget_not_found' | ReadCode
  }
  /**
   * Say who the visitor of a website’s chat is, or says to be.
   * By a visitor with the token of `start-web-chat`, of their own session; by a member of any. It is a claim: it stands in the thread as not verified and is proposed to members, who accept or dismiss it (`decide-claim`). It joins the visitor to no contact, and the visitor is told nothing of one who has the address.
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
   * List the chats for websites, each with the tag to paste.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-chat-widgets': {
    input: Record<never, never>
    output: {
      widgets: {
        id: string
        name: string
        /** Pages of these may carry it; of no other */
        allowed_origins: string[]
        greeting: string
        title: string
        accent: string
        /** auto: as the visitor’s device has it */
        theme: 'auto' | 'light' | 'dark'
        /** Which corner of the page */
        side: 'left' | 'right'
        locale: string
        asks_email: boolean
        is_enabled: boolean
        /** The tag to paste into the page */
        script: string
        /** A page of the sandbox that carries it; null without the sandbox */
        try_url: string | null
        /** RFC 3339. */
        created_at: string
      }[]
    }
    errors: ReadCode
  }
  /**
   * Make a chat for a website.
   * The answer holds the tag to paste into the pages in `widget.script`. Pages of the listed origins may carry it: elsewhere it shows nothing. A workspace can have 50.
   * Admins and owners · writes · 120 per 60 s
   */
  'create-chat-widget': {
    input: {
      /** At most 100 characters. */
      name: string
      /** Such as https://www.example.com; the address of a page stands for its origin */
      allowedOrigins?: readonly string[] | undefined
      /** At most 500 characters. */
      greeting?: string | undefined
      /** At most 60 characters. */
      title?: string | undefined
      /** #rrggbb */
      accent?: string | undefined
      /** auto: as the visitor’s device has it */
      theme?: 'auto' | 'light' | 'dark' | undefined
      /** Which corner of the page */
      side?: 'left' | 'right' | undefined
      /**
       * BCP 47, such as en-GB
       * At most 35 characters.
       */
      locale?: string | undefined
      asksEmail?: boolean | undefined
    }
    output: {
      widget: {
        id: string
        name: string
        /** Pages of these may carry it; of no other */
        allowed_origins: string[]
        greeting: string
        title: string
        accent: string
        /** auto: as the visitor’s device has it */
        theme: 'auto' | 'light' | 'dark'
        /** Which corner of the page */
        side: 'left' | 'right'
        locale: string
        asks_email: boolean
        is_enabled: boolean
        /** The tag to paste into the page */
        script: string
        /** A page of the sandbox that carries it; null without the sandbox */
        try_url: string | null
        /** RFC 3339. */
        created_at: string
      }
    }
    errors: 'chat_origin_invalid' | 'too_many_chat_widgets' | WriteCode
  }
  /**
   * Change a chat for websites: where it may stand, how it looks, what it says; or switch it off or on.
   * What is left out stays. Taken effect with the next thing that a visitor does; pages that are open change their look when they are loaded again, after ten minutes at the latest.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-chat-widget': {
    input: {
      widgetId: string
      /** At most 100 characters. */
      name?: string | undefined
      /** Such as https://www.example.com; the address of a page stands for its origin */
      allowedOrigins?: readonly string[] | undefined
      /** At most 500 characters. */
      greeting?: string | undefined
      /** At most 60 characters. */
      title?: string | undefined
      /** #rrggbb */
      accent?: string | undefined
      /** auto: as the visitor’s device has it */
      theme?: 'auto' | 'light' | 'dark' | undefined
      /** Which corner of the page */
      side?: 'left' | 'right' | undefined
      /**
       * BCP 47, such as en-GB
       * At most 35 characters.
       */
      locale?: string | undefined
      asksEmail?: boolean | undefined
      isEnabled?: boolean | undefined
    }
    output: {
      widget: {
        id: string
        name: string
        /** Pages of these may carry it; of no other */
        allowed_origins: string[]
        greeting: string
        title: string
        accent: string
        /** auto: as the visitor’s device has it */
        theme: 'auto' | 'light' | 'dark'
        /** Which corner of the page */
        side: 'left' | 'right'
        locale: string
        asks_email: boolean
        is_enabled: boolean
        /** The tag to paste into the page */
        script: string
        /** A page of the sandbox that carries it; null without the sandbox */
        try_url: string | null
        /** RFC 3339. */
        created_at: string
      }
    }
    errors: 'chat_origin_invalid' | 'chat_widget_not_found' | WriteCode
  }
  /**
   * Remove a chat for websites.
   * It vanishes from the pages that carry it. What was said in it stays in the conversations.
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
   * Calls, newest first.
   * Any member · reads · 600 per 60 s
   */
  'list-calls': {
    input: {
      /** Of one person, whichever of their records this is */
      contactId?: string | undefined
      dealId?: string | undefined
      /** Only those that nobody answered, or only the others */
      missed?: boolean | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      calls: {
        id: string
        direction: 'in' | 'out'
        /** `refused`: it was never put through */
        state: 'queued' | 'ringing' | 'in_progress' | 'completed' | 'busy' | 'no_answer' | 'canceled' | 'failed' | 'refused'
        /** Somebody called, and nobody here answered */
        is_missed: boolean
        /** E.164, or `client:<name>` of a person here */
        from_number: string
        to_number: string
        /** The caller shows no number: nobody can call back */
        is_withheld: boolean
        contact: {
          id: string
          name: string | null
        } | null
        deal_id: string | null
        /** Who called, or answered, or was rung */
        person: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        started_at: string
        /** RFC 3339. */
        answered_at: string | null
        /** RFC 3339. */
        ended_at: string | null
        /** How long they talked, in seconds */
        duration_s: number | null
        refused_because: 'not_a_number' | 'country_not_allowed' | 'premium_rate' | 'not_a_member' | 'by_a_program' | null
      }[]
      next_cursor: string | null
    }
    errors: 'contact_not_found' | 'deal_not_found' | ReadCode
  }
  /**
   * A token with which your browser can call and be called.
   * An access token of Twilio for its voice clients, good for an hour. Its identity is always your own: your id with underscores in the place of hyphens, which is the only form that these clients take. `identity` may name you either way; another one is refused.
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
   * Whether and how you can call people.
   * Any member · reads · 600 per 60 s
   */
  'show-calling': {
    input: Record<never, never>
    output: {
      /** The name under which your browser calls and is called */
      identity: string
      /** Null: nobody can be called. `sandbox`: calls are pretended on this machine */
      mode: 'live' | 'test' | 'sandbox' | null
      /** Null: nothing is connected yet; the sandbox is with the first call */
      connection_id: string | null
      /** The number that calls come from, and that rings here */
      caller_id: string | null
      /** Where a call is pretended, in the sandbox */
      calling_page: string | null
      /** Where the number and the TwiML app send their calls */
      webhook_url: string | null
      /** As somebody chose; empty: the usual ones */
      call_countries: string[]
      /** Numbers in these may be dialled */
      allowed_countries: string[]
    }
    errors: ReadCode
  }
  /**
   * Answer in a conversation, or leave a note.
   * Goes to the channel and the session or number of the message that it answers (`answering`), or of the last one that came in: into that chat of the website, or to that number on WhatsApp, where free text goes for 24 hours after they wrote and a template (`templateName`) always does. Send `answering` to be sure that a message that came in meanwhile from elsewhere does not change where the answer goes. `note: true` is for colleagues alone and goes nowhere; members who are named in it with an @ get a notice, once. With the same `clientMessageId` the same message again is the same message: a retry on a bad network sends once. The same id with another message or another recipient is refused (422).
   * Any member · writes · 300 per 60 s
   */
  'reply-chat': {
    input: {
      projectId: string
      clientMessageId: string
      /** At most 4,096 characters. */
      message?: string | undefined
      /** Default: `false`. */
      note?: boolean | undefined
      /** Of a note: members to tell of it, beside those whose name or address follows an @ in it */
      mentions?: readonly string[] | undefined
      /** A message of the conversation, quoted in the answer */
      replyTo?: string | undefined
      /** The message of the conversation whose channel and sender get the answer; the last that came in unless given */
      answering?: string | undefined
      /** At most 512 characters. */
      templateName?: string | undefined
      /**
       * At most 16 characters.
       * Default: `"en_US"`.
       */
      language?: string | undefined
      /**
       * One for each of the template’s `values`, in their order: header (its text, an https address of its file, or latitude, longitude, place and address), then the text’s, then the buttons’. Positions go by number, names in the order in which they stand; a login code is given once
       * Default: `[]`.
       */
      templateVars?: readonly string[] | undefined
    }
    output: {
      success: true
      message: {
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
        comment_type: 'whatsapp' | 'web_chat' | 'note'
        direction: 'in' | 'out' | 'note'
        /** Its sender has not proven who it is, as in the chat of a website or a form: do not take its words for the contact’s */
        is_unverified: boolean
        /** text, image, document, location, contacts, template, button, system, unsupported … */
        kind: string
        attachments: {
          index: number
          kind: string
          name: string | null
          type: string | null
          bytes: number | null
          state: 'waiting' | 'stored' | 'gone'
        }[]
        reply_to: {
          id: string
          text: string | null
        } | null
        reactions: {
          emoji: string
          author: string | null
        }[]
        location: {
          latitude: number
          longitude: number
          name: string | null
          address: string | null
        } | null
        contacts: {
          name: string
          phones: string[]
          emails: string[]
        }[]
        /** The answers to a WhatsApp Flow */
        form: {
          name: string | null
          fields: {
            name: string
            value: string
          }[]
        } | null
        /** The advertisement or post by which they came */
        referral: {
          /** ad or post */
          type: string | null
          id: string | null
          url: string | null
          headline: string | null
          body: string | null
          media_type: string | null
          media_url: string | null
          /** `ctwa_clid`: what a conversion is told to Meta by */
          click_id: string | null
        } | null
        /** business_app: we wrote it in WhatsApp’s own app */
        via: 'business_app' | null
        /** parts: what the client got, header, body, footer and buttons with the values in them */
        template: {
          name: string
          language: string
          values: string[]
          parts?: {
            part: 'header' | 'body' | 'footer' | 'button'
            text: string
          }[]
        } | null
        state: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain' | null
        /** RFC 3339. */
        state_at: string | null
        error: string | null
        error_code: string | null
        client_message_id: string | null
      }
    }
    errors: 'missing_field' | 'template_values' | 'deal_not_found' | 'member_not_found' | 'message_not_found' | 'template_not_found' | 'no_channel' | 'no_whatsapp_address' | 'template_language' | 'template_not_approved' | 'template_unusable' | 'whatsapp_not_connected' | 'window_closed' | 'client_id_reused' | WriteCode
  }
  /**
   * React to a WhatsApp message with an emoji.
   * An empty `emoji` takes the reaction back. Like free text it goes for 24 hours after the person last wrote.
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
      message: {
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
        comment_type: 'whatsapp' | 'web_chat' | 'note'
        direction: 'in' | 'out' | 'note'
        /** Its sender has not proven who it is, as in the chat of a website or a form: do not take its words for the contact’s */
        is_unverified: boolean
        /** text, image, document, location, contacts, template, button, system, unsupported … */
        kind: string
        attachments: {
          index: number
          kind: string
          name: string | null
          type: string | null
          bytes: number | null
          state: 'waiting' | 'stored' | 'gone'
        }[]
        reply_to: {
          id: string
          text: string | null
        } | null
        reactions: {
          emoji: string
          author: string | null
        }[]
        location: {
          latitude: number
          longitude: number
          name: string | null
          address: string | null
        } | null
        contacts: {
          name: string
          phones: string[]
          emails: string[]
        }[]
        /** The answers to a WhatsApp Flow */
        form: {
          name: string | null
          fields: {
            name: string
            value: string
          }[]
        } | null
        /** The advertisement or post by which they came */
        referral: {
          /** ad or post */
          type: string | null
          id: string | null
          url: string | null
          headline: string | null
          body: string | null
          media_type: string | null
          media_url: string | null
          /** `ctwa_clid`: what a conversion is told to Meta by */
          click_id: string | null
        } | null
        /** business_app: we wrote it in WhatsApp’s own app */
        via: 'business_app' | null
        /** parts: what the client got, header, body, footer and buttons with the values in them */
        template: {
          name: string
          language: string
          values: string[]
          parts?: {
            part: 'header' | 'body' | 'footer' | 'button'
            text: string
          }[]
        } | null
        state: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain' | null
        /** RFC 3339. */
        state_at: string | null
        error: string | null
        error_code: string | null
        client_message_id: string | null
      }
    }
    errors: 'template_values' | 'message_not_found' | 'template_not_found' | 'no_channel' | 'no_whatsapp_address' | 'template_language' | 'template_not_approved' | 'template_unusable' | 'whatsapp_not_connected' | 'window_closed' | 'client_id_reused' | WriteCode
  }
  /**
   * Send a message again that failed, or of which nobody knows.
   * Of an `uncertain` message the platform never said whether it took it: sent again, the client may get it twice, and that is for a person to decide. What was sent is not sent again.
   * Any member · writes · 120 per 60 s
   */
  'resend-message': {
    input: {
      messageId: string
    }
    output: {
      success: true
      message: {
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
        comment_type: 'whatsapp' | 'web_chat' | 'note'
        direction: 'in' | 'out' | 'note'
        /** Its sender has not proven who it is, as in the chat of a website or a form: do not take its words for the contact’s */
        is_unverified: boolean
        /** text, image, document, location, contacts, template, button, system, unsupported … */
        kind: string
        attachments: {
          index: number
          kind: string
          name: string | null
          type: string | null
          bytes: number | null
          state: 'waiting' | 'stored' | 'gone'
        }[]
        reply_to: {
          id: string
          text: string | null
        } | null
        reactions: {
          emoji: string
          author: string | null
        }[]
        location: {
          latitude: number
          longitude: number
          name: string | null
          address: string | null
        } | null
        contacts: {
          name: string
          phones: string[]
          emails: string[]
        }[]
        /** The answers to a WhatsApp Flow */
        form: {
          name: string | null
          fields: {
            name: string
            value: string
          }[]
        } | null
        /** The advertisement or post by which they came */
        referral: {
          /** ad or post */
          type: string | null
          id: string | null
          url: string | null
          headline: string | null
          body: string | null
          media_type: string | null
          media_url: string | null
          /** `ctwa_clid`: what a conversion is told to Meta by */
          click_id: string | null
        } | null
        /** business_app: we wrote it in WhatsApp’s own app */
        via: 'business_app' | null
        /** parts: what the client got, header, body, footer and buttons with the values in them */
        template: {
          name: string
          language: string
          values: string[]
          parts?: {
            part: 'header' | 'body' | 'footer' | 'button'
            text: string
          }[]
        } | null
        state: 'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'uncertain' | null
        /** RFC 3339. */
        state_at: string | null
        error: string | null
        error_code: string | null
        client_message_id: string | null
      }
    }
    errors: 'message_not_found' | 'message_not_failed' | 'window_closed' | WriteCode
  }
  /**
   * A prospect says what they want: it becomes a deal.
   * For the form on a website. The workspace is that of the caller’s token; an anonymous caller names it in `orgId`, by its id or its slug (the page of a form says whom it is for: that is no secret, and no right), or leaves it out where the installation has only one.
   *
   * The contact is found by `phone`, else by `clientEmail`, else made. Where it has an open deal, that one is answered, what was written is added to its conversation, marked as not verified, and its owner gets a mail; else one is made in the first stage of the default pipeline and assigned by turns, with a mail to its owner. So it may be sent again: the same contact has one open deal, however many requests come at once. What the form says beyond the way by which the contact was found (another address or number) is a claim: it joins no contacts, and members accept or dismiss it. A phone number that cannot be read is kept as it was sent.
   *
   * To an anonymous caller `name` is the `businessName` sent, `status` that of a new deal and `assigned_to` null, whether the contact was known or not, and the answer takes the same time. `id` is the same for the same deal, and tells nothing of its age; members use it wherever a deal’s id is taken. A member of the workspace is told how things stand.
   *
   * An `Idempotency-Key` is heeded without a credential: the same key with the same payload within 24 hours gets the first answer.
   *
   * Without `generatedPrd` a document is written from `rawData` in the background, when an AI provider answers: a prospect is never refused for want of one.
   * Anybody · writes · 5 per 60 s
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
       * E.164, or as it is dialled in the workspace’s country
       * At most 64 characters.
       */
      phone?: string | null | undefined
      /** What they want, in their words */
      rawData?: {
        /** At most 10,000 characters. */
        problem?: string | undefined
        /** At most 10,000 characters. */
        users?: string | undefined
        features?: readonly string[] | undefined
      } | null | undefined
      /**
       * A document that the page has written already
       * At most 50,000 characters.
       */
      generatedPrd?: string | null | undefined
      /** Of a caller who is signed in, their own; it proves nothing, and decides nothing */
      userId?: string | null | undefined
      /**
       * The workspace that is asked, by its id or its slug; may be left out where there is only one
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
   * Invoices, newest first.
   * `query` finds a number (`INV-0007` or `7`), or a part of the name or address of the client. `open` sums up what is still to come, of all invoices: sent, or with a payment under way.
   * Any member · reads · 600 per 60 s
   */
  'list-invoices': {
    input: {
      /** `overdue`: sent, unpaid, and the due date is over */
      state?: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded' | 'overdue' | undefined
      /** At most 200 characters. */
      query?: string | undefined
      contactId?: string | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      invoices: {
        /** The sum of the lines, without tax */
        subtotal_minor: number
        tax_minor: number
        total_minor: number
        id: string
        /** Given when it is sent: 1, 2, 3 … per organization, without a gap */
        number: number | null
        /** INV-0007 */
        label: string | null
        state: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded'
        state_reason: string | null
        /** Sent, unpaid, and the due date is over in UTC */
        overdue: boolean
        client_name: string
        client_email: string
        client_address: string | null
        contact_id: string | null
        /** ISO 4217 */
        currency: string
        paid_minor: number
        refunded_minor: number
        /** What of it was lost to disputes: the payer’s bank took it back */
        lost_minor: number
        due_on: string | null
        /** The language of the document, its mails and its pay page */
        locale: string
        /** The public page of the invoice; null for a draft */
        pay_url: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        paid_at: string | null
        /** RFC 3339. */
        voided_at: string | null
      }[]
      next_cursor: string | null
      open: {
        currency: string
        count: number
        minor: number
        overdue_count: number
        overdue_minor: number
      }[]
    }
    errors: ReadCode
  }
  /**
   * Write an invoice.
   * It is a draft: without a number, and not seen by the client, until it is sent. Amounts are integers in the smallest unit of the currency, without tax. Each line is rounded half up, and so is the tax on it; what stands below is the sum of what stands above. A due date ends with its day in UTC. A letter that the fonts of its PDF do not have is refused and named: `show-letters` has them all.
   * Any member · writes · 120 per 60 s
   */
  'create-invoice': {
    input: {
      /**
       * As it stands on the invoice
       * At most 255 characters.
       */
      clientName: string
      /**
       * Where the invoice, reminders and the receipt go
       * At most 254 characters.
       */
      clientEmail: string
      /**
       * Lines of the postal address, tax number and the like
       * At most 1,000 characters.
       */
      clientAddress?: string | null | undefined
      /** The contact whom it is for */
      contactId?: string | null | undefined
      /** ISO 4217 code, such as EUR */
      currency: string
      lines: readonly {
        /** At most 1,000 characters. */
        description: string
        quantity: string | number
        unitMinor: number
        taxRate?: string | number | undefined
      }[]
      /** The last day to pay, in UTC */
      dueOn?: string | null | undefined
      /**
       * Stands below the lines
       * At most 2,000 characters.
       */
      note?: string | null | undefined
      /**
       * The language of the document, its mails and its pay page
       * At most 35 characters.
       */
      locale?: string | undefined
    }
    output: {
      success: true
      invoice: {
        /** The sum of the lines, without tax */
        subtotal_minor: number
        tax_minor: number
        total_minor: number
        id: string
        /** Given when it is sent: 1, 2, 3 … per organization, without a gap */
        number: number | null
        /** INV-0007 */
        label: string | null
        state: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded'
        state_reason: string | null
        /** Sent, unpaid, and the due date is over in UTC */
        overdue: boolean
        client_name: string
        client_email: string
        client_address: string | null
        contact_id: string | null
        /** ISO 4217 */
        currency: string
        paid_minor: number
        refunded_minor: number
        /** What of it was lost to disputes: the payer’s bank took it back */
        lost_minor: number
        due_on: string | null
        /** The language of the document, its mails and its pay page */
        locale: string
        /** The public page of the invoice; null for a draft */
        pay_url: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        paid_at: string | null
        /** RFC 3339. */
        voided_at: string | null
        lines: {
          description: string
          /** A decimal, such as 1.5 */
          quantity: string
          /** Without tax, in the smallest unit of the currency */
          unit_minor: number
          /** Per cent, such as 19 */
          tax_rate: string
          /** Quantity × unit, rounded half up, without tax */
          amount_minor: number
          /** The tax on the amount, rounded half up */
          tax_minor: number
          id: string
        }[]
        taxes: {
          /** Per cent */
          rate: string
          base_minor: number
          tax_minor: number
        }[]
        note: string | null
      }
    }
    errors: 'bad_request' | 'invoice_too_large' | 'letter_without_font' | 'contact_not_found' | WriteCode
  }
  /**
   * What lines would come to on an invoice.
   * Calculates and keeps nothing: the same arithmetic, and the same rounding, as the invoice itself. Says as well why nobody could pay that total online, by the provider that is connected for the currency.
   * Any member · reads · 600 per 60 s
   */
  'price-invoice': {
    input: {
      /** ISO 4217 code, such as EUR */
      currency: string
      lines: readonly {
        /** At most 1,000 characters. */
        description: string
        quantity: string | number
        unitMinor: number
        taxRate?: string | number | undefined
      }[]
    }
    output: {
      /** The sum of the lines, without tax */
      subtotal_minor: number
      tax_minor: number
      total_minor: number
      lines: {
        description: string
        /** A decimal, such as 1.5 */
        quantity: string
        /** Without tax, in the smallest unit of the currency */
        unit_minor: number
        /** Per cent, such as 19 */
        tax_rate: string
        /** Quantity × unit, rounded half up, without tax */
        amount_minor: number
        /** The tax on the amount, rounded half up */
        tax_minor: number
      }[]
      taxes: {
        /** Per cent */
        rate: string
        base_minor: number
        tax_minor: number
      }[]
      /** Null: it can be paid online */
      payment_problem: {
        /** `step`: the total must be a multiple of `limit_minor` */
        reason: 'zero' | 'currency' | 'too_small' | 'too_large' | 'step'
        /** Who takes this currency */
        provider: 'stripe' | 'razorpay'
        /** The least, the most, or the step, in the smallest unit of the currency */
        limit_minor: number | null
      } | null
    }
    errors: 'invoice_too_large' | 'letter_without_font' | ReadCode
  }
  /**
   * Which letters an invoice can be written in.
   * What the fonts of PDFs have, for a form that says so while somebody types. A text with another letter is refused with `letter_without_font`. A letter and its marks must all be in one font. It changes when an operator adds a font.
   * Any member · reads · 120 per 60 s
   */
  'show-letters': {
    input: Record<never, never>
    output: {
      /** For each font the first and last code points of its runs, as steps from one number to the next, in base 36 */
      fonts: string[]
      /** Fonts that are not here: `npx foyer fonts add <name>` brings them */
      addable: {
        name: string
        /** As Unicode names them */
        scripts: string[]
      }[]
    }
    errors: ReadCode
  }
  /**
   * Change an invoice that is still a draft.
   * What is left out stays; `null` takes away what may be missing. Lines are replaced as a whole. One that was sent does not change any more: void it and write another.
   * Any member · writes · 120 per 60 s
   */
  'update-invoice': {
    input: {
      /**
       * As it stands on the invoice
       * At most 255 characters.
       */
      clientName?: string | undefined
      /**
       * Where the invoice, reminders and the receipt go
       * At most 254 characters.
       */
      clientEmail?: string | undefined
      /**
       * Lines of the postal address, tax number and the like
       * At most 1,000 characters.
       */
      clientAddress?: string | null | undefined
      /** The contact whom it is for */
      contactId?: string | null | undefined
      /** ISO 4217 code, such as EUR */
      currency?: string | undefined
      lines?: readonly {
        /** At most 1,000 characters. */
        description: string
        quantity: string | number
        unitMinor: number
        taxRate?: string | number | undefined
      }[] | undefined
      /** The last day to pay, in UTC */
      dueOn?: string | null | undefined
      /**
       * Stands below the lines
       * At most 2,000 characters.
       */
      note?: string | null | undefined
      /**
       * The language of the document, its mails and its pay page
       * At most 35 characters.
       */
      locale?: string | undefined
      invoiceId: string
    }
    output: {
      success: true
      invoice: {
        /** The sum of the lines, without tax */
        subtotal_minor: number
        tax_minor: number
        total_minor: number
        id: string
        /** Given when it is sent: 1, 2, 3 … per organization, without a gap */
        number: number | null
        /** INV-0007 */
        label: string | null
        state: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded'
        state_reason: string | null
        /** Sent, unpaid, and the due date is over in UTC */
        overdue: boolean
        client_name: string
        client_email: string
        client_address: string | null
        contact_id: string | null
        /** ISO 4217 */
        currency: string
        paid_minor: number
        refunded_minor: number
        /** What of it was lost to disputes: the payer’s bank took it back */
        lost_minor: number
        due_on: string | null
        /** The language of the document, its mails and its pay page */
        locale: string
        /** The public page of the invoice; null for a draft */
        pay_url: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        paid_at: string | null
        /** RFC 3339. */
        voided_at: string | null
        lines: {
          description: string
          /** A decimal, such as 1.5 */
          quantity: string
          /** Without tax, in the smallest unit of the currency */
          unit_minor: number
          /** Per cent, such as 19 */
          tax_rate: string
          /** Quantity × unit, rounded half up, without tax */
          amount_minor: number
          /** The tax on the amount, rounded half up */
          tax_minor: number
          id: string
        }[]
        taxes: {
          /** Per cent */
          rate: string
          base_minor: number
          tax_minor: number
        }[]
        note: string | null
      }
    }
    errors: 'bad_request' | 'invoice_too_large' | 'letter_without_font' | 'contact_not_found' | 'invoice_not_found' | 'invoice_not_draft' | WriteCode
  }
  /**
   * Remove an invoice that is still a draft.
   * One that was sent stays, with its number: void it.
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
   * Send an invoice to its client, or remind of it.
   * What no provider can take is refused, with the reason. A draft gets its number, one more than the last of the organization, and does not change any more. The client gets a mail with the link to the pay page, and the invoice as PDF. Asked for again while it is unpaid, it mails a reminder; within a minute of the last mail it does nothing more.
   * Any member · writes · 60 per 60 s
   */
  'send-invoice': {
    input: {
      invoiceId: string
    }
    output: {
      success: true
      invoice: {
        /** The sum of the lines, without tax */
        subtotal_minor: number
        tax_minor: number
        total_minor: number
        id: string
        /** Given when it is sent: 1, 2, 3 … per organization, without a gap */
        number: number | null
        /** INV-0007 */
        label: string | null
        state: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded'
        state_reason: string | null
        /** Sent, unpaid, and the due date is over in UTC */
        overdue: boolean
        client_name: string
        client_email: string
        client_address: string | null
        contact_id: string | null
        /** ISO 4217 */
        currency: string
        paid_minor: number
        refunded_minor: number
        /** What of it was lost to disputes: the payer’s bank took it back */
        lost_minor: number
        due_on: string | null
        /** The language of the document, its mails and its pay page */
        locale: string
        /** The public page of the invoice; null for a draft */
        pay_url: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        paid_at: string | null
        /** RFC 3339. */
        voided_at: string | null
        lines: {
          description: string
          /** A decimal, such as 1.5 */
          quantity: string
          /** Without tax, in the smallest unit of the currency */
          unit_minor: number
          /** Per cent, such as 19 */
          tax_rate: string
          /** Quantity × unit, rounded half up, without tax */
          amount_minor: number
          /** The tax on the amount, rounded half up */
          tax_minor: number
          id: string
        }[]
        taxes: {
          /** Per cent */
          rate: string
          base_minor: number
          tax_minor: number
        }[]
        note: string | null
      }
    }
    errors: 'letter_without_font' | 'invoice_not_found' | 'invoice_not_payable' | 'invoice_too_long' | 'invoice_without_amount' | 'invoice_wrong_state' | WriteCode
  }
  /**
   * An invoice, for whoever holds its pay link.
   * What the public pay page shows. `processing` is not paid: the payer is done, and the money is not there yet. `simulated`: no real money moves.
   * Anybody · reads · 60 per 60 s
   */
  'show-payable': {
    input: {
      /**
       * The last part of the address of a pay page
       * At most 200 characters.
       */
      token: string
    }
    output: {
      invoice: {
        id: string
        state: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded'
        /** Sent, unpaid, and the due date is over in UTC */
        overdue: boolean
        client_name: string
        /** ISO 4217 */
        currency: string
        /** The sum of the lines, without tax */
        subtotal_minor: number
        tax_minor: number
        total_minor: number
        refunded_minor: number
        due_on: string | null
        note: string | null
        /** The language of the document, its mails and its pay page */
        locale: string
        /** RFC 3339. */
        paid_at: string | null
        label: string
        organization: string
        lines: {
          description: string
          /** A decimal, such as 1.5 */
          quantity: string
          /** Without tax, in the smallest unit of the currency */
          unit_minor: number
          /** Per cent, such as 19 */
          tax_rate: string
          /** Quantity × unit, rounded half up, without tax */
          amount_minor: number
          /** The tax on the amount, rounded half up */
          tax_minor: number
        }[]
        taxes: {
          /** Per cent */
          rate: string
          base_minor: number
          tax_minor: number
        }[]
      }
      provider: 'stripe' | 'razorpay'
      simulated: boolean
    }
    errors: 'pay_link_unknown' | PublicCode
  }
  /**
   * Open a checkout for an invoice.
   * Rupees go to Razorpay, every other currency to Stripe. The amount is the invoice’s own, in the smallest unit of its currency; `targetCurrency` must be that currency, nothing is converted. `successUrl` and `cancelUrl` are http or https: at the address of Foyer itself or, where ALLOWED_ORIGIN_DOMAIN is set, at that domain and its subdomains. The same call again answers the same checkout as long as it can be paid; another one for the same invoice ends those before it.
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
    output: {
      provider: 'stripe'
      /** In the smallest unit of the currency */
      amount: number
      currency: string
      /** Send the payer there */
      url: string
    } | {
      provider: 'razorpay'
      /** Public key for the widget */
      keyId: string
      orderId: string
      /** In paise */
      amount: number
      currency: string
    }
    errors: 'bad_request' | 'return_url_not_allowed' | 'invoice_not_found' | 'currency_mismatch' | 'invoice_already_paid' | 'invoice_not_payable' | 'invoice_not_sent' | 'invoice_void' | 'invoice_without_amount' | 'not_connected' | 'payment_under_way' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * Open a checkout from the pay page.
   * For whoever holds the link of an invoice. The payer comes back to the pay page, which asks `verify-payment`.
   * Anybody · writes · 10 per 60 s
   */
  'pay-invoice': {
    input: {
      /** At most 200 characters. */
      token: string
    }
    output: {
      provider: 'stripe'
      /** In the smallest unit of the currency */
      amount: number
      currency: string
      /** Send the payer there */
      url: string
    } | {
      provider: 'razorpay'
      /** Public key for the widget */
      keyId: string
      orderId: string
      /** In paise */
      amount: number
      currency: string
      scriptUrl: string
    }
    errors: 'return_url_not_allowed' | 'invoice_not_found' | 'currency_mismatch' | 'invoice_already_paid' | 'invoice_not_payable' | 'invoice_not_sent' | 'invoice_void' | 'invoice_without_amount' | 'not_connected' | 'payment_under_way' | 'sandbox_is_off' | 'provider_credentials' | 'provider_failed' | 'provider_refused' | 'provider_busy' | 'provider_unreachable' | PublicCode
  }
  /**
   * Settle a payment that a payer comes back from.
   * The provider is asked; what the caller says proves nothing. Only a checkout that was opened for this invoice counts, with its amount and currency. For Razorpay the order and the signature that its widget hands back are checked where they are given. The webhooks and our own asking do the same: the answer is the same however often and in whatever order. `payment_processing`: the payer is done, the money is not there yet; it will be settled when it is.
   * Anybody · writes · 10 per 60 s
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
   * The providers’ books beside ours.
   * Sums of the last 90 days by account and currency, in its smallest unit, refunds and lost disputes taken off: what the provider collected for our checkouts, and what is recorded here. The aim is a difference of 0. Everything that does not add up is named, until it is in order or somebody resolves it.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-reconciliation': {
    input: Record<never, never>
    output: {
      /**
       * When an account was last compared to the end; null: none ever was
       * RFC 3339.
       */
      checked_at: string | null
      /**
       * When all accounts are compared next, unless you ask with `reconcile`
       * RFC 3339.
       */
      next_at: string
      running: boolean
      providers: {
        connection_id: string
        provider: string
        mode: 'live' | 'test' | 'sandbox'
        account: string | null
        /** False: it was disconnected, and is not compared any more */
        connected: boolean
        /**
         * When it was last compared to the end. Null: never yet, and the sums say nothing
         * RFC 3339.
         */
        checked_at: string | null
        /** Why the last comparison failed; the sums are those of the one before */
        error: string | null
        /** Of other programs on the same account, at the last comparison: passed over */
        other_checkouts: number
        /** Webhooks about what other programs did, since it was connected: passed over */
        other_events: number
        sums: {
          currency: string
          collected_minor: number
          recorded_minor: number
          /**
           * What of the recorded payments was lost to disputes; taken off already
           * Default: `0`.
           */
          lost_minor: number
          available_minor: number | null
          pending_minor: number | null
          difference_minor: number
        }[]
      }[]
      /** Newest first, 200 at the most */
      differences: {
        id: string
        kind: 'wrong_invoice' | 'wrong_amount' | 'wrong_currency' | 'wrong_mode' | 'double_payment' | 'paid_after_void' | 'disputed' | 'dispute_lost' | 'missing_here' | 'missing_at_provider' | 'different_amount'
        provider: string
        provider_payment_id: string | null
        provider_checkout_id: string | null
        invoice: {
          id: string
          label: string | null
        } | null
        amount_minor: number | null
        currency: string | null
        facts: { [name: string]: string | number | boolean | null }
        /** RFC 3339. */
        at: string
        /** RFC 3339. */
        resolved_at: string | null
        resolution: string | null
      }[]
      unresolved: number
    }
    errors: ReadCode
  }
  /**
   * Compare every account with its provider now.
   * The comparison runs in the background; `show-reconciliation` says when it is done. One that runs already goes on.
   * Admins and owners · writes · 10 per 60 s
   */
  'reconcile': {
    input: Record<never, never>
    output: {
      success: true
      /** How many are compared */
      accounts: number
    }
    errors: WriteCode
  }
  /**
   * Say that a difference is dealt with.
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
   * One invoice, with everything that happened to it.
   * With each event stands where it was learned: by a person, the page that the payer came back to, a webhook, or a poll.
   * Any member · reads · 600 per 60 s
   */
  'show-invoice': {
    input: {
      invoiceId: string
    }
    output: {
      invoice: {
        /** The sum of the lines, without tax */
        subtotal_minor: number
        tax_minor: number
        total_minor: number
        id: string
        /** Given when it is sent: 1, 2, 3 … per organization, without a gap */
        number: number | null
        /** INV-0007 */
        label: string | null
        state: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded'
        state_reason: string | null
        /** Sent, unpaid, and the due date is over in UTC */
        overdue: boolean
        client_name: string
        client_email: string
        client_address: string | null
        contact_id: string | null
        /** ISO 4217 */
        currency: string
        paid_minor: number
        refunded_minor: number
        /** What of it was lost to disputes: the payer’s bank took it back */
        lost_minor: number
        due_on: string | null
        /** The language of the document, its mails and its pay page */
        locale: string
        /** The public page of the invoice; null for a draft */
        pay_url: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        paid_at: string | null
        /** RFC 3339. */
        voided_at: string | null
        lines: {
          description: string
          /** A decimal, such as 1.5 */
          quantity: string
          /** Without tax, in the smallest unit of the currency */
          unit_minor: number
          /** Per cent, such as 19 */
          tax_rate: string
          /** Quantity × unit, rounded half up, without tax */
          amount_minor: number
          /** The tax on the amount, rounded half up */
          tax_minor: number
          id: string
        }[]
        taxes: {
          /** Per cent */
          rate: string
          base_minor: number
          tax_minor: number
        }[]
        note: string | null
      }
      checkouts: {
        id: string
        provider: string
        provider_checkout_id: string | null
        state: 'opening' | 'open' | 'processing' | 'paid' | 'expired' | 'failed'
        amount_minor: number
        currency: string
        is_live: boolean
        last_error: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        expires_at: string | null
      }[]
      payments: {
        id: string
        provider: string
        provider_payment_id: string
        kind: 'payment' | 'credit'
        state: 'paid' | 'partly_refunded' | 'refunded'
        amount_minor: number
        refunded_minor: number
        currency: string
        method: string | null
        is_live: boolean
        /** A dispute is open */
        is_disputed: boolean
        /** Null: it was never disputed */
        dispute_state: 'open' | 'won' | 'lost' | null
        /** What the payer’s bank took back for good */
        lost_minor: number
        /** What the dispute cost beside; null where the provider does not say */
        dispute_fee_minor: number | null
        dispute_fee_currency: string | null
        /** RFC 3339. */
        received_at: string
      }[]
      events: {
        id: string
        /** RFC 3339. */
        at: string
        kind: string
        source: 'person' | 'return' | 'webhook' | 'poll' | 'system'
        person: {
          id: string
          name: string
        } | null
        /** The evidence: ids, amounts, reasons */
        facts: { [name: string]: unknown }
      }[]
      findings: {
        id: string
        kind: 'wrong_invoice' | 'wrong_amount' | 'wrong_currency' | 'wrong_mode' | 'double_payment' | 'paid_after_void' | 'disputed' | 'dispute_lost' | 'missing_here' | 'missing_at_provider' | 'different_amount'
        provider: string
        provider_payment_id: string | null
        provider_checkout_id: string | null
        invoice: {
          id: string
          label: string | null
        } | null
        amount_minor: number | null
        currency: string | null
        facts: { [name: string]: string | number | boolean | null }
        /** RFC 3339. */
        at: string
        /** RFC 3339. */
        resolved_at: string | null
        resolution: string | null
      }[]
      /** What the PDF shows as numbers: names that came from elsewhere, and texts older than the fonts */
      letters_without_font: {
        letter: string
        codes: string
      }[]
      /** Why nobody could pay it online; null: it can be paid, or nothing is to be paid */
      payment_problem: {
        /** `step`: the total must be a multiple of `limit_minor` */
        reason: 'zero' | 'currency' | 'too_small' | 'too_large' | 'step'
        /** Who takes this currency */
        provider: 'stripe' | 'razorpay'
        /** The least, the most, or the step, in the smallest unit of the currency */
        limit_minor: number | null
      } | null
    }
    errors: 'invoice_not_found' | ReadCode
  }
  /**
   * Void an invoice that was sent.
   * For one that should not have been, or is wrong. It keeps its number, its page says that nothing is to be paid any more, and checkouts that are open are closed. Not while a payment is under way, and not once it is paid.
   * Any member · writes · 120 per 60 s
   */
  'void-invoice': {
    input: {
      invoiceId: string
      /**
       * Why; staff see it, the client does not
       * At most 500 characters.
       */
      reason: string
    }
    output: {
      success: true
      invoice: {
        /** The sum of the lines, without tax */
        subtotal_minor: number
        tax_minor: number
        total_minor: number
        id: string
        /** Given when it is sent: 1, 2, 3 … per organization, without a gap */
        number: number | null
        /** INV-0007 */
        label: string | null
        state: 'draft' | 'sent' | 'processing' | 'paid' | 'void' | 'refunded'
        state_reason: string | null
        /** Sent, unpaid, and the due date is over in UTC */
        overdue: boolean
        client_name: string
        client_email: string
        client_address: string | null
        contact_id: string | null
        /** ISO 4217 */
        currency: string
        paid_minor: number
        refunded_minor: number
        /** What of it was lost to disputes: the payer’s bank took it back */
        lost_minor: number
        due_on: string | null
        /** The language of the document, its mails and its pay page */
        locale: string
        /** The public page of the invoice; null for a draft */
        pay_url: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        paid_at: string | null
        /** RFC 3339. */
        voided_at: string | null
        lines: {
          description: string
          /** A decimal, such as 1.5 */
          quantity: string
          /** Without tax, in the smallest unit of the currency */
          unit_minor: number
          /** Per cent, such as 19 */
          tax_rate: string
          /** Quantity × unit, rounded half up, without tax */
          amount_minor: number
          /** The tax on the amount, rounded half up */
          tax_minor: number
          id: string
        }[]
        taxes: {
          /** Per cent */
          rate: string
          base_minor: number
          tax_minor: number
        }[]
        note: string | null
      }
    }
    errors: 'invoice_not_found' | 'invoice_wrong_state' | WriteCode
  }
  /**
   * Have the product requirements of a deal written again.
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
   * Fill the workspace with demo leads.
   * Some sixty leads of some weeks, all of them invented. A second call adds nothing; `clear-demo` takes them away again.
   * Admins and owners · writes · 10 per 60 s
   */
  'seed-demo': {
    input: Record<never, never>
    output: {
      /** Leads made; 0 where they were there already */
      leads: number
      contacts: number
    }
    errors: WriteCode
  }
  /**
   * Take the demo leads away.
   * Takes away what `seed-demo` has made and nothing else. A contact that a real lead, a deal, a conversation or an invoice has come to since stays.
   * Admins and owners · writes · 10 per 60 s
   */
  'clear-demo': {
    input: Record<never, never>
    output: {
      /** Leads taken away */
      leads: number
      contacts: number
    }
    errors: WriteCode
  }
  /**
   * List the accounts at other services, and what can be connected.
   * With the state of each in words, and its last call. Credentials are never shown again.
   * Any member · reads · 120 per 60 s
   */
  'list-connections': {
    input: Record<never, never>
    output: {
      connections: {
        id: string
        provider: string
        title: string
        kind: 'key' | 'oauth'
        /** `needs_reauth`: somebody must consent again. `error`: the credentials are refused, or it is of a sandbox that is switched off */
        status: 'connected' | 'needs_reauth' | 'error' | 'disconnected'
        /** `test`: the provider’s own test money. `sandbox`: nothing leaves this machine */
        mode: 'live' | 'test' | 'sandbox'
        /** Whose it is, in the provider’s words */
        account: string | null
        scopes: string[]
        /** RFC 3339. */
        connected_at: string
        /**
         * Disconnected, and its credentials are kept to end or watch what can still be paid: until then at the latest
         * RFC 3339.
         */
        watched_until: string | null
        /**
         * Of the access token, which is renewed by itself
         * RFC 3339.
         */
        expires_at: string | null
        last_error: string | null
        last_call: {
          /** RFC 3339. */
          at: string
          /** In the provider’s words */
          operation: string
          /** `refused`: a 4xx. `cut`: the answer was too long or broke off */
          outcome: 'ok' | 'refused' | 'rate_limited' | 'failed' | 'cut' | 'timed_out' | 'no_answer'
          /** Null when no answer came */
          status: number | null
          /** Of all tries, with the waits between them */
          ms: number
        } | null
        /** `open`: it failed again and again, and is left alone for a moment. As this process of Foyer sees it */
        circuit: 'closed' | 'open' | 'half_open'
        /** Where the provider sends its webhooks */
        webhook_url: string | null
        /** `by_hand`: register `webhook_url` on the provider’s own pages, then store the secret with connect-provider */
        webhook_state: 'ready' | 'waiting' | 'by_hand' | null
      }[]
      available: {
        provider: 'stripe' | 'razorpay' | 'twilio' | 'whatsapp' | 'google' | 'gemini' | 'openai'
        title: string
        about: string
        /** `key`: somebody copies a key. `oauth`: somebody consents on the provider’s page */
        kind: 'key' | 'oauth'
        /** The sandbox plays it, and is switched on */
        can_sandbox: boolean
        /** What `credentials` of connect-provider holds */
        fields: {
          name: string
          label: string
          secret: boolean
          /** Where to find it */
          help: string
          optional: boolean
        }[]
      }[]
    }
    errors: ReadCode
  }
  /**
   * Connect an account at another service by its key, or replace the key.
   * The key is tried with a call that changes nothing; only what the provider accepts is stored, sealed. A new key of the same account and kind (live, or test) takes the place of the old one: the connection keeps its id, and its webhook its address. Another account, as the provider itself says, changing from test to live, or away from the sandbox, makes a new connection and disconnects the old one. Razorpay names no account: there a new key is of the same one when it knows an order that the old key made.
   * Admins and owners · writes · 20 per 60 s
   */
  'connect-provider': {
    input: {
      provider: 'stripe' | 'razorpay' | 'twilio' | 'whatsapp' | 'google' | 'gemini' | 'openai'
      /** As `fields` of list-connections names them */
      credentials: { [name: string]: string }
    }
    output: {
      success: true
      connection: {
        id: string
        provider: string
        title: string
        kind: 'key' | 'oauth'
        /** `needs_reauth`: somebody must consent again. `error`: the credentials are refused, or it is of a sandbox that is switched off */
        status: 'connected' | 'needs_reauth' | 'error' | 'disconnected'
        /** `test`: the provider’s own test money. `sandbox`: nothing leaves this machine */
        mode: 'live' | 'test' | 'sandbox'
        /** Whose it is, in the provider’s words */
        account: string | null
        scopes: string[]
        /** RFC 3339. */
        connected_at: string
        /**
         * Disconnected, and its credentials are kept to end or watch what can still be paid: until then at the latest
         * RFC 3339.
         */
        watched_until: string | null
        /**
         * Of the access token, which is renewed by itself
         * RFC 3339.
         */
        expires_at: string | null
        last_error: string | null
        last_call: {
          /** RFC 3339. */
          at: string
          /** In the provider’s words */
          operation: string
          /** `refused`: a 4xx. `cut`: the answer was too long or broke off */
          outcome: 'ok' | 'refused' | 'rate_limited' | 'failed' | 'cut' | 'timed_out' | 'no_answer'
          /** Null when no answer came */
          status: number | null
          /** Of all tries, with the waits between them */
          ms: number
        } | null
        /** `open`: it failed again and again, and is left alone for a moment. As this process of Foyer sees it */
        circuit: 'closed' | 'open' | 'half_open'
        /** Where the provider sends its webhooks */
        webhook_url: string | null
        /** `by_hand`: register `webhook_url` on the provider’s own pages, then store the secret with connect-provider */
        webhook_state: 'ready' | 'waiting' | 'by_hand' | null
      }
    }
    errors: 'credentials_malformed' | 'credentials_refused' | 'missing_field' | 'provider_wants_consent' | 'conflict' | 'provider_unreachable' | WriteCode
  }
  /**
   * Use the sandbox in the place of a provider.
   * Nothing leaves this machine, and no money is real. A payment provider that is not connected is played by the sandbox with its first use anyway; this does it now.
   * Admins and owners · writes · 120 per 60 s
   */
  'connect-sandbox': {
    input: {
      provider: 'stripe' | 'razorpay' | 'twilio' | 'whatsapp' | 'google' | 'gemini' | 'openai'
    }
    output: {
      success: true
      connection: {
        id: string
        provider: string
        title: string
        kind: 'key' | 'oauth'
        /** `needs_reauth`: somebody must consent again. `error`: the credentials are refused, or it is of a sandbox that is switched off */
        status: 'connected' | 'needs_reauth' | 'error' | 'disconnected'
        /** `test`: the provider’s own test money. `sandbox`: nothing leaves this machine */
        mode: 'live' | 'test' | 'sandbox'
        /** Whose it is, in the provider’s words */
        account: string | null
        scopes: string[]
        /** RFC 3339. */
        connected_at: string
        /**
         * Disconnected, and its credentials are kept to end or watch what can still be paid: until then at the latest
         * RFC 3339.
         */
        watched_until: string | null
        /**
         * Of the access token, which is renewed by itself
         * RFC 3339.
         */
        expires_at: string | null
        last_error: string | null
        last_call: {
          /** RFC 3339. */
          at: string
          /** In the provider’s words */
          operation: string
          /** `refused`: a 4xx. `cut`: the answer was too long or broke off */
          outcome: 'ok' | 'refused' | 'rate_limited' | 'failed' | 'cut' | 'timed_out' | 'no_answer'
          /** Null when no answer came */
          status: number | null
          /** Of all tries, with the waits between them */
          ms: number
        } | null
        /** `open`: it failed again and again, and is left alone for a moment. As this process of Foyer sees it */
        circuit: 'closed' | 'open' | 'half_open'
        /** Where the provider sends its webhooks */
        webhook_url: string | null
        /** `by_hand`: register `webhook_url` on the provider’s own pages, then store the secret with connect-provider */
        webhook_state: 'ready' | 'waiting' | 'by_hand' | null
      }
    }
    errors: 'provider_wants_consent' | 'connection_exists' | 'sandbox_is_off' | WriteCode
  }
  /**
   * List the connections to other services.
   * Those that were disconnected are listed for 30 days more. list-connections tells more of each.
   * Any member · reads · 120 per 60 s
   */
  'integration-connections': {
    input: {
      orgId: string
    }
    output: {
      connections: {
        id: string
        provider: string
        /** `needs_reauth`: somebody must consent again. `error`: the credentials are refused, or it is of a sandbox that is switched off */
        status: 'connected' | 'needs_reauth' | 'error' | 'disconnected'
        /** Whose it is, in the provider’s words */
        account: string | null
        scopes: string[]
        /** RFC 3339. */
        connected_at: string
        /**
         * Of the access token, which is renewed by itself
         * RFC 3339.
         */
        expires_at: string | null
        last_error: string | null
      }[]
    }
    errors: ReadCode
  }
  /**
   * Try a connection with a call that changes nothing.
   * That the provider refuses or does not answer is an answer too: `success` is false then, and `error` says why.
   * Any member · writes · 20 per 60 s
   */
  'integration-test': {
    input: {
      connectionId: string
      orgId: string
    }
    output: {
      success: boolean
      /** Null when nothing was called */
      latency_ms: number | null
      /** Whose it is, in the provider’s words */
      account: string | null
      error: string | null
    }
    errors: 'connection_not_found' | WriteCode
  }
  /**
   * Disconnect an account at another service.
   * The credentials are forgotten at once, and a consent is ended at its service too. A payment provider’s are kept while checkouts of it can be paid: those of Stripe are ended first; orders of Razorpay, which nobody can end, are watched for up to a week after a payer last got them. Money that comes meanwhile is counted. `immediately` forgets the credentials all the same, and nothing is heard of what is paid then. What was done over the connection stays, and the list of its calls for a while. A second time does nothing more.
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
      /** How many can still be paid, and are ended or watched */
      open_checkouts: number
    }
    errors: 'connection_not_found' | WriteCode
  }
  /**
   * List the calls that were made over a connection.
   * Newest first, the last 1,000 of the last 30 days. What was said in them is not kept.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-provider-calls': {
    input: {
      connectionId: string
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      calls: {
        id: string
        /** RFC 3339. */
        at: string
        /** In the provider’s words */
        operation: string
        method: string
        host: string
        /** Null when no answer came */
        status: number | null
        /** `refused`: a 4xx. `cut`: the answer was too long or broke off */
        outcome: 'ok' | 'refused' | 'rate_limited' | 'failed' | 'cut' | 'timed_out' | 'no_answer'
        tries: number
        /** Of all tries, with the waits between them */
        ms: number
        /** What the provider’s support asks for */
        provider_request_id: string | null
      }[]
      next_cursor: string | null
    }
    errors: 'connection_not_found' | ReadCode
  }
  /**
   * Begin to connect an account by consent.
   * Send the person to `authorizeUrl`. The service sends them back to `/functions/v1/integration-callback`, which stores the tokens and goes on to Settings → Connections. `state` can be used once, within ten minutes, by the same person in the same browser. Without `scopes`, what Foyer itself can use is asked for; what it takes to know whose account it is always is.
   * Admins and owners · writes · 30 per 60 s
   */
  'integration-init-oauth': {
    input: {
      provider: 'stripe' | 'razorpay' | 'twilio' | 'whatsapp' | 'google' | 'gemini' | 'openai'
      orgId: string
      /** Whoever calls: nobody can consent for somebody else */
      userId: string
      scopes?: readonly string[] | undefined
    }
    output: {
      authorizeUrl: string
      state: string
    }
    errors: 'provider_wants_key' | 'foreign_person' | 'provider_not_set_up' | WriteCode
  }
  /**
   * Finish connecting an account by consent.
   * Where a service sends the browser back to. A GET shows a page that posts what came; the POST does the work and goes on to Settings → Connections. A program may post the same as JSON, there or to the gateway. What does not belong to a consent that this person began in this browser in the last ten minutes is refused, and nothing is stored.
   * Admins and owners · writes · 30 per 60 s
   */
  'integration-callback': {
    input: {
      /** At most 4,096 characters. */
      state: string
      /** At most 4,096 characters. */
      code?: string | undefined
      /**
       * The service’s name for itself (RFC 9207)
       * At most 4,096 characters.
       */
      iss?: string | undefined
      /**
       * Why there is no code
       * At most 4,096 characters.
       */
      error?: string | undefined
    }
    output: {
      success: true
      connection: {
        id: string
        provider: string
        mode: string
        account: string
        scopes: string[]
      }
    }
    errors: 'consent_denied' | 'consent_failed' | 'consent_unknown' | 'provider_refuses_client' | 'provider_failed' | 'provider_busy' | 'provider_unreachable' | WriteCode
  }
  /**
   * Renew the token of a connection.
   * Foyer renews tokens by itself a minute before they end; this does it now, to see that it works. Whoever asks while a renewal is under way, or within ten seconds after one, gets what that one brought: twenty at once ask the service once.
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
   * List the webhooks of the workspace, and the events they can be told of.
   * Webhooks follow Standard Webhooks (standardwebhooks.com); what a receiver gets, how to check it and when a try is repeated stands under Webhook events in this reference.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-webhooks': {
    input: Record<never, never>
    output: {
      webhooks: {
        id: string
        url: string
        description: string
        /** Empty: all of them */
        event_types: string[]
        state: 'active' | 'disabled'
        disabled_reason: 'person' | 'gone' | 'failing' | null
        /**
         * The first failure since the last success
         * RFC 3339.
         */
        failing_since: string | null
        /** The last four characters of the signing secret */
        secret_hint: string
        /**
         * Until then the secret before it signs too
         * RFC 3339.
         */
        old_secret_until: string | null
        /** RFC 3339. */
        created_at: string
        /** The newest one */
        last_delivery: {
          /** RFC 3339. */
          at: string
          state: 'waiting' | 'delivered' | 'failed'
          status: number | null
        } | null
      }[]
      event_types: {
        type: string
        about: string
      }[]
    }
    errors: ReadCode
  }
  /**
   * Have another program told of what happens.
   * The answer holds the signing secret in `secret`. It is shown this once; it is stored sealed. Events that happen from now on are posted to `url`, each until it is answered with 2xx. A workspace can have 50 webhooks.
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
      /** Which events to tell of; an empty list means all */
      eventTypes?: readonly ('contact.changed' | 'contact.merged' | 'lead.received' | 'deal.created' | 'deal.changed' | 'deal.closed' | 'message.received' | 'call.ended' | 'payment.received' | 'connection.connected' | 'connection.failed' | 'connection.disconnected' | 'key.changed' | 'member.joined' | 'member.changed' | 'member.left')[] | undefined
    }
    output: {
      webhook: {
        id: string
        url: string
        description: string
        /** Empty: all of them */
        event_types: string[]
        state: 'active' | 'disabled'
        disabled_reason: 'person' | 'gone' | 'failing' | null
        /**
         * The first failure since the last success
         * RFC 3339.
         */
        failing_since: string | null
        /** The last four characters of the signing secret */
        secret_hint: string
        /**
         * Until then the secret before it signs too
         * RFC 3339.
         */
        old_secret_until: string | null
        /** RFC 3339. */
        created_at: string
        /** The newest one */
        last_delivery: {
          /** RFC 3339. */
          at: string
          state: 'waiting' | 'delivered' | 'failed'
          status: number | null
        } | null
      }
      /** `whsec_…`, for the libraries of Standard Webhooks */
      secret: string
    }
    errors: 'webhook_url_invalid' | 'webhook_url_not_allowed' | 'webhook_url_not_https' | 'too_many_webhooks' | WriteCode
  }
  /**
   * Change where a webhook goes and what it is told, or switch it off or on.
   * What is left out stays. A webhook that is switched off is told nothing, and what waits for it fails; switched on again it catches up with `recover-webhook`.
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
      /** Which events to tell of; an empty list means all */
      eventTypes?: readonly ('contact.changed' | 'contact.merged' | 'lead.received' | 'deal.created' | 'deal.changed' | 'deal.closed' | 'message.received' | 'call.ended' | 'payment.received' | 'connection.connected' | 'connection.failed' | 'connection.disconnected' | 'key.changed' | 'member.joined' | 'member.changed' | 'member.left')[] | undefined
      state?: 'active' | 'disabled' | undefined
    }
    output: {
      webhook: {
        id: string
        url: string
        description: string
        /** Empty: all of them */
        event_types: string[]
        state: 'active' | 'disabled'
        disabled_reason: 'person' | 'gone' | 'failing' | null
        /**
         * The first failure since the last success
         * RFC 3339.
         */
        failing_since: string | null
        /** The last four characters of the signing secret */
        secret_hint: string
        /**
         * Until then the secret before it signs too
         * RFC 3339.
         */
        old_secret_until: string | null
        /** RFC 3339. */
        created_at: string
        /** The newest one */
        last_delivery: {
          /** RFC 3339. */
          at: string
          state: 'waiting' | 'delivered' | 'failed'
          status: number | null
        } | null
      }
    }
    errors: 'webhook_url_invalid' | 'webhook_url_not_allowed' | 'webhook_url_not_https' | 'webhook_not_found' | WriteCode
  }
  /**
   * Remove a webhook, with everything that was sent to it.
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
   * Replace the signing secret of a webhook.
   * For `overlapHours` every body is signed with the old secret too (two signatures in `webhook-signature`), so that the receiver can change over when it suits; 0 ends the old one at once. Rolled again meanwhile, the oldest one ends.
   * Admins and owners · writes · 20 per 60 s
   */
  'roll-webhook-secret': {
    input: {
      webhookId: string
      /** Default: `24`. */
      overlapHours?: number | undefined
    }
    output: {
      webhook: {
        id: string
        url: string
        description: string
        /** Empty: all of them */
        event_types: string[]
        state: 'active' | 'disabled'
        disabled_reason: 'person' | 'gone' | 'failing' | null
        /**
         * The first failure since the last success
         * RFC 3339.
         */
        failing_since: string | null
        /** The last four characters of the signing secret */
        secret_hint: string
        /**
         * Until then the secret before it signs too
         * RFC 3339.
         */
        old_secret_until: string | null
        /** RFC 3339. */
        created_at: string
        /** The newest one */
        last_delivery: {
          /** RFC 3339. */
          at: string
          state: 'waiting' | 'delivered' | 'failed'
          status: number | null
        } | null
      }
      secret: string
    }
    errors: 'webhook_not_found' | WriteCode
  }
  /**
   * Send a webhook an event to try it out.
   * An event of the type `foyer.test`, signed, sent and repeated like any other, whatever event types are chosen. It is on its way when this is answered: look at it with `show-webhook-delivery`.
   * Admins and owners · writes · 20 per 60 s
   */
  'test-webhook': {
    input: {
      webhookId: string
    }
    output: {
      delivery: {
        id: string
        /** The `webhook-id` that the receiver sees, with every try and every replay */
        event_id: string
        type: string
        state: 'waiting' | 'delivered' | 'failed'
        tries: number
        /** Null when no answer came */
        last_status: number | null
        last_error: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        next_try_at: string | null
        /** It waits, after a restore, until an owner releases it: it may have been delivered before */
        held: boolean
        /** RFC 3339. */
        delivered_at: string | null
      }
    }
    errors: 'webhook_not_found' | 'webhook_disabled' | WriteCode
  }
  /**
   * List what was sent to a webhook, or waits for it.
   * Newest first, kept for 30 days.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-webhook-deliveries': {
    input: {
      webhookId: string
      state?: 'waiting' | 'delivered' | 'failed' | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      deliveries: {
        id: string
        /** The `webhook-id` that the receiver sees, with every try and every replay */
        event_id: string
        type: string
        state: 'waiting' | 'delivered' | 'failed'
        tries: number
        /** Null when no answer came */
        last_status: number | null
        last_error: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        next_try_at: string | null
        /** It waits, after a restore, until an owner releases it: it may have been delivered before */
        held: boolean
        /** RFC 3339. */
        delivered_at: string | null
      }[]
      next_cursor: string | null
    }
    errors: 'webhook_not_found' | ReadCode
  }
  /**
   * Show a delivery to a webhook: its body, and each try with the answer.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-webhook-delivery': {
    input: {
      webhookDeliveryId: string
    }
    output: {
      delivery: {
        id: string
        /** The `webhook-id` that the receiver sees, with every try and every replay */
        event_id: string
        type: string
        state: 'waiting' | 'delivered' | 'failed'
        tries: number
        /** Null when no answer came */
        last_status: number | null
        last_error: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        next_try_at: string | null
        /** It waits, after a restore, until an owner releases it: it may have been delivered before */
        held: boolean
        /** RFC 3339. */
        delivered_at: string | null
        webhook_id: string
        /** To the letter, as it is signed and sent */
        body: string
        /** Oldest first */
        attempts: {
          /** RFC 3339. */
          at: string
          duration_ms: number
          status: number | null
          error: string | null
          request_headers: { [name: string]: string }
          response_headers: { [name: string]: string }
          /** The first 4 KB */
          response_body: string | null
        }[]
      }
    }
    errors: 'webhook_delivery_not_found' | ReadCode
  }
  /**
   * Send a delivery to a webhook once more.
   * The same body with the same `webhook-id`, now, with all its tries before it, whatever became of it before. A receiver that has acted on it can tell by the id.
   * Admins and owners · writes · 120 per 60 s
   */
  'replay-webhook-delivery': {
    input: {
      webhookDeliveryId: string
    }
    output: {
      delivery: {
        id: string
        /** The `webhook-id` that the receiver sees, with every try and every replay */
        event_id: string
        type: string
        state: 'waiting' | 'delivered' | 'failed'
        tries: number
        /** Null when no answer came */
        last_status: number | null
        last_error: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        next_try_at: string | null
        /** It waits, after a restore, until an owner releases it: it may have been delivered before */
        held: boolean
        /** RFC 3339. */
        delivered_at: string | null
      }
    }
    errors: 'webhook_delivery_not_found' | 'webhook_disabled' | WriteCode
  }
  /**
   * Let a webhook catch up with everything that it missed.
   * What failed since then is sent again, and what happened while the webhook was off, or before there was one, is sent for the first time; at most 14 days back. One call puts up to 2,000 deliveries into the line; with `more: true`, call again for the rest.
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
      /** Deliveries that are on their way now */
      queued: number
      /** There is more than one call takes */
      more: boolean
    }
    errors: 'bad_request' | 'webhook_not_found' | 'webhook_disabled' | WriteCode
  }
  /**
   * What you should look at.
   * Newest first; each person sees what their role may act on, and has their own mark of what is read.
   * Any member · reads · 120 per 60 s
   */
  'list-notices': {
    input: {
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      notices: {
        id: string
        kind: 'external_id_conflict' | 'deal_idle' | 'deal_unassigned' | 'response_late' | 'mentioned' | 'number_unconnected' | 'payment_odd' | 'connection_failed' | 'ai_model_gone' | 'webhook_disabled' | 'job_failed' | 'held_after_restore' | 'mail_failed' | 'member_joined'
        subject_id: string
        facts: { [name: string]: string | number | null }
        /** RFC 3339. */
        at: string
        read: boolean
      }[]
      unread: number
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Mark what you have seen.
   * Everything up to and including the notice counts as read, for you alone.
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
   * Who did what.
   * Every call that wrote something, newest first, also those that were refused after the caller was known, and sign-ins that were refused to whoever claimed to be a member: who, what, when, from where, and how it ended. Entries are only ever added.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-audit': {
    input: {
      personId?: string | undefined
      /** At most 64 characters. */
      action?: string | undefined
      outcome?: 'done' | 'refused' | undefined
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
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      entries: {
        id: string
        /** RFC 3339. */
        at: string
        person: {
          id: string
          name: string
        } | null
        key: {
          id: string
          name: string
        } | null
        action: string
        summary: string | null
        /** `done`, or the code of the error */
        outcome: string
        /** What the code of the error means; null when it was done */
        message: string | null
        /** The ids that the call named or made, by their fields */
        target: { [name: string]: string }
        address: string
        /** The User-Agent, as claimed */
        agent: string | null
        request_id: string
        /** The records among `target` that are still there; for people only, as keys read each kind by its own scope */
        about: {
          /** Of the ids, whose name this is */
          field: string
          /** What to open with `id` */
          kind: 'lead' | 'contact' | 'company' | 'deal' | 'conversation' | 'invoice' | 'upload' | 'key' | 'webhook' | 'connection' | 'chat_widget' | 'member' | 'invitation' | 'mail' | 'pipeline' | 'task'
          id: string
          name: string
        }[]
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * List the work that goes on in the background.
   * Jobs that wait, run, or are dead because their tries are used up, requests of providers that could not be read, and events at which a reaction to them failed, newest first, with why and when the next try is. What is done leaves the list; dead jobs are kept for 90 days. `decided` are the newest decisions of people about such work.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-background-work': {
    input: {
      /** waiting · running · held: after a restore, until an owner releases it (`release-held-work`) · dead: a job whose tries are used up · failed: a request that could not be read */
      state?: 'waiting' | 'running' | 'held' | 'dead' | 'failed' | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      work: {
        id: string
        kind: 'job' | 'inbox' | 'event'
        /** Of the job, of the hook that a provider called, or of the reaction to an event */
        name: string
        /** What it does; null for a job that this version does not have */
        summary: string | null
        /** waiting · running · held: after a restore, until an owner releases it (`release-held-work`) · dead: a job whose tries are used up · failed: a request that could not be read */
        state: 'waiting' | 'running' | 'held' | 'dead' | 'failed'
        /** With the one that runs */
        tries: number
        tries_left: number
        /** Without what looks like an address, a number or a key */
        last_error: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        next_try_at: string | null
        /** The ids that it was given. Nothing else of its data is shown */
        data_hint: { [name: string]: string }
        /** The records that they stand for and that are still there */
        about: {
          /** Of the ids, whose name this is */
          field: string
          /** What to open with `id` */
          kind: 'lead' | 'contact' | 'company' | 'deal' | 'conversation' | 'invoice' | 'upload' | 'key' | 'webhook' | 'connection' | 'chat_widget' | 'member' | 'invitation' | 'mail' | 'pipeline' | 'task'
          id: string
          name: string
        }[]
      }[]
      counts: {
        waiting: number
        running: number
        held: number
        dead: number
        failed: number
      }
      decided: {
        work_id: string
        name: string
        summary: string | null
        decision: 'replayed' | 'dropped'
        reason: string | null
        person: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        at: string
      }[]
      /**
       * When a worker was last here, to ten seconds. Where that is minutes ago, none runs and all of this waits for one
       * RFC 3339.
       */
      worker_seen_at: string | null
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show one piece of background work.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-background-work': {
    input: {
      workId: string
    }
    output: {
      work: {
        id: string
        kind: 'job' | 'inbox' | 'event'
        /** Of the job, of the hook that a provider called, or of the reaction to an event */
        name: string
        /** What it does; null for a job that this version does not have */
        summary: string | null
        /** waiting · running · held: after a restore, until an owner releases it (`release-held-work`) · dead: a job whose tries are used up · failed: a request that could not be read */
        state: 'waiting' | 'running' | 'held' | 'dead' | 'failed'
        /** With the one that runs */
        tries: number
        tries_left: number
        /** Without what looks like an address, a number or a key */
        last_error: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        next_try_at: string | null
        /** The ids that it was given. Nothing else of its data is shown */
        data_hint: { [name: string]: string }
        /** The records that they stand for and that are still there */
        about: {
          /** Of the ids, whose name this is */
          field: string
          /** What to open with `id` */
          kind: 'lead' | 'contact' | 'company' | 'deal' | 'conversation' | 'invoice' | 'upload' | 'key' | 'webhook' | 'connection' | 'chat_widget' | 'member' | 'invitation' | 'mail' | 'pipeline' | 'task'
          id: string
          name: string
        }[]
      }
    }
    errors: 'work_not_found' | ReadCode
  }
  /**
   * Do background work once more.
   * A dead job is queued again with all its tries, as a new job with the same data; one that waits for its next try goes now; a request that could not be read is read again. Called twice, it is done once. What had an effect outside before carries the same key, by which the repeat is known there.
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
   * Give background work up.
   * A dead job, one that failed and waits for another try, one that is held after a restore, or a request that could not be read is never done. The reason is kept with the decision. A request stays stored, so that a repeat of it by the provider is known.
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
   * List what is held after a restore.
   * A restored backup lets nothing out that was due or waiting when it was taken, for it may have left since: mails, messages, webhooks, looks at payments and calls, and what models are to write. `held` has one entry for each kind until an owner releases it; empty when nothing is held. What is made after the restore is not held, with one exception: receipts wait as long as mails do.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-held-work': {
    input: Record<never, never>
    output: {
      held: {
        /** mails · messages: WhatsApp · webhooks: what other programs are told · payments: asking payment providers · syncs: calls, templates, files and addresses at other services · ai: what models are to write */
        kind: 'mails' | 'messages' | 'webhooks' | 'payments' | 'syncs' | 'ai'
        /** How much waits for the release. 0: only what is done by the clock is held */
        count: number
        /**
         * When the oldest of it was made
         * RFC 3339.
         */
        oldest_at: string | null
        /** RFC 3339. */
        newest_at: string | null
      }[]
      /**
       * When the backup was restored
       * RFC 3339.
       */
      held_at: string | null
      /** Whether whoever asks is an owner, who can */
      may_release: boolean
      /**
       * When the backup was taken: what left after this moment is unknown here
       * RFC 3339.
       */
      state_of: string | null
    }
    errors: ReadCode
  }
  /**
   * Let out what is held after a restore.
   * What is held of these kinds leaves now, each once: under the keys that it had, so a provider or receiver that keeps keys knows what it has had before. Mail servers know none: a mail that had left before the restore comes a second time. A kind that is not held counts 0. This cannot be taken back.
   * Owners · writes · 30 per 60 s
   */
  'release-held-work': {
    input: {
      kinds: readonly ('mails' | 'messages' | 'webhooks' | 'payments' | 'syncs' | 'ai')[]
    }
    output: {
      success: true
      released: {
        /** mails · messages: WhatsApp · webhooks: what other programs are told · payments: asking payment providers · syncs: calls, templates, files and addresses at other services · ai: what models are to write */
        kind: 'mails' | 'messages' | 'webhooks' | 'payments' | 'syncs' | 'ai'
        count: number
      }[]
    }
    errors: WriteCode
  }
  /**
   * List the mails that Foyer sends.
   * The outbox, newest first: what is queued, sent and failed, with the reason. What a mail says is not shown. Mails that came to rest are kept for 90 days.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-mails': {
    input: {
      state?: 'queued' | 'sent' | 'failed' | undefined
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      mails: {
        id: string
        template: string
        to: string
        to_name: string | null
        subject: string
        attachments: string[]
        state: 'queued' | 'sent' | 'failed'
        tries: number
        last_error: string | null
        provider: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        next_try_at: string | null
        /** It waits, after a restore, until an owner releases it: it may have left before */
        held: boolean
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Show a mail of the outbox.
   * How it stands with it. What it says is not shown: the links in it are for its reader alone.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-mail': {
    input: {
      mailId: string
    }
    output: {
      mail: {
        id: string
        template: string
        to: string
        to_name: string | null
        subject: string
        attachments: string[]
        state: 'queued' | 'sent' | 'failed'
        tries: number
        last_error: string | null
        provider: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        next_try_at: string | null
        /** It waits, after a restore, until an owner releases it: it may have left before */
        held: boolean
      }
    }
    errors: 'mail_not_found' | ReadCode
  }
  /**
   * Send a mail after all.
   * A failed mail goes out again, as it was written; one that waits for its next try goes now. A link in it is as old as the mail: where it has ended, have the mail written anew, by inviting again for example.
   * Admins and owners · writes · 60 per 60 s
   */
  'retry-mail': {
    input: {
      mailId: string
    }
    output: {
      success: true
      mail: {
        id: string
        template: string
        to: string
        to_name: string | null
        subject: string
        attachments: string[]
        state: 'queued' | 'sent' | 'failed'
        tries: number
        last_error: string | null
        provider: string | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        sent_at: string | null
        /** RFC 3339. */
        next_try_at: string | null
        /** It waits, after a restore, until an owner releases it: it may have left before */
        held: boolean
      }
    }
    errors: 'mail_not_found' | 'mail_body_gone' | 'mail_sent_already' | 'mail_under_way' | WriteCode
  }
  /**
   * Show how mail leaves Foyer.
   * By a mail server (`smtp`), by `resend`, into the mailbox of the `sandbox`, or not at all (null): then mails wait until an account is configured.
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
   * List the API keys.
   * Newest first, ended ones included. The text of a key was shown once, when it was made; nobody can see it again.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-keys': {
    input: Record<never, never>
    output: {
      keys: {
        id: string
        name: string
        hint: string
        scopes: string[]
        rate_per_minute: number | null
        state: 'active' | 'ending' | 'expired' | 'revoked'
        created_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        last_used_at: string | null
        /** RFC 3339. */
        expires_at: string | null
        /** RFC 3339. */
        revoked_at: string | null
        rolled_to: string | null
      }[]
      scopes: {
        scope: 'leads:write' | 'leads:read' | 'uploads:read' | 'deliveries:read' | 'deliveries:write' | 'companies:read' | 'deals:read' | 'deals:write' | 'contacts:read' | 'timeline:read' | 'chats:read' | 'chats:write' | 'invoices:read' | 'invoices:write' | 'payments:read' | 'webhooks:read' | 'webhooks:write' | 'audit:read' | 'workspace:read'
        summary: string
      }[]
    }
    errors: ReadCode
  }
  /**
   * Show an API key and what came of it first.
   * Says whether a first lead came in with the key, and the newest refusal, for whoever is just setting up a sender.
   * Admins and owners · reads · 120 per 60 s
   */
  'show-key': {
    input: {
      keyId: string
    }
    output: {
      key: {
        id: string
        name: string
        hint: string
        scopes: string[]
        rate_per_minute: number | null
        state: 'active' | 'ending' | 'expired' | 'revoked'
        created_by: {
          id: string
          name: string
        } | null
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
   * Make an API key.
   * The answer holds the text of the key in `secret`. It is shown this once; only its SHA-256 is stored.
   * Admins and owners · writes · 20 per 60 s
   */
  'create-key': {
    input: {
      /** At most 255 characters. */
      name: string
      scopes: readonly ('leads:write' | 'leads:read' | 'uploads:read' | 'deliveries:read' | 'deliveries:write' | 'companies:read' | 'deals:read' | 'deals:write' | 'contacts:read' | 'timeline:read' | 'chats:read' | 'chats:write' | 'invoices:read' | 'invoices:write' | 'payments:read' | 'webhooks:read' | 'webhooks:write' | 'audit:read' | 'workspace:read')[]
      /**
       * RFC 3339, such as 2026-11-21T10:00:00Z
       * RFC 3339.
       */
      expiresAt?: string | null | undefined
      ratePerMinute?: number | null | undefined
    }
    output: {
      key: {
        id: string
        name: string
        hint: string
        scopes: string[]
        rate_per_minute: number | null
        state: 'active' | 'ending' | 'expired' | 'revoked'
        created_by: {
          id: string
          name: string
        } | null
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
      secret: string
    }
    errors: 'bad_request' | WriteCode
  }
  /**
   * Change the name, the expiry or the limit of an API key.
   * What is left out stays. `null` takes the expiry away, or the own limit, so that the limit of the workspace holds. Scopes never change: make another key.
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
      key: {
        id: string
        name: string
        hint: string
        scopes: string[]
        rate_per_minute: number | null
        state: 'active' | 'ending' | 'expired' | 'revoked'
        created_by: {
          id: string
          name: string
        } | null
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
    }
    errors: 'bad_request' | 'key_not_found' | 'key_ended' | 'key_rolled_already' | WriteCode
  }
  /**
   * Replace an API key by a new one.
   * The new key has the same name, scopes and limit, and as long a life as the old one was given. The old one keeps working for `overlapHours` (0 ends it at once), but never longer than it would have.
   * Admins and owners · writes · 20 per 60 s
   */
  'roll-key': {
    input: {
      keyId: string
      overlapHours: number
    }
    output: {
      key: {
        id: string
        name: string
        hint: string
        scopes: string[]
        rate_per_minute: number | null
        state: 'active' | 'ending' | 'expired' | 'revoked'
        created_by: {
          id: string
          name: string
        } | null
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
      secret: string
      old: {
        id: string
        name: string
        hint: string
        scopes: string[]
        rate_per_minute: number | null
        state: 'active' | 'ending' | 'expired' | 'revoked'
        created_by: {
          id: string
          name: string
        } | null
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
    }
    errors: 'key_not_found' | 'key_ended' | 'key_rolled_already' | WriteCode
  }
  /**
   * End an API key for good.
   * Every server process refuses it within a second. Revoking a revoked key changes nothing and is no error.
   * Admins and owners · writes · 120 per 60 s
   */
  'revoke-key': {
    input: {
      keyId: string
    }
    output: {
      key: {
        id: string
        name: string
        hint: string
        scopes: string[]
        rate_per_minute: number | null
        state: 'active' | 'ending' | 'expired' | 'revoked'
        created_by: {
          id: string
          name: string
        } | null
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
    }
    errors: 'key_not_found' | WriteCode
  }
  /**
   * Show the settings of the workspace.
   * Any member · reads · 120 per 60 s
   */
  'show-workspace': {
    input: Record<never, never>
    output: {
      workspace: {
        id: string
        slug: string
        name: string
        default_country: string | null
        /** Whose numbers may be called; empty: the default country alone */
        call_countries: string[]
        key_rate_per_minute: number
        lead_quota_per_month: number | null
        leads_this_month: number
        has_demo: boolean
        /** RFC 3339. */
        month_ends_at: string
        /** RFC 3339. */
        created_at: string
      }
    }
    errors: ReadCode
  }
  /**
   * Change the settings of the workspace.
   * What is left out stays. A new limit or quota holds for every key within a second. `leadQuotaPerMonth: null` switches the quota off; one that is switched on counts the leads of the running month.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-workspace': {
    input: {
      /**
       * It stands on every invoice
       * At most 255 characters.
       */
      name?: string | undefined
      defaultCountry?: string | null | undefined
      /** Countries whose numbers may be called, ISO 3166-1 alpha-2; an empty list: the default country alone */
      callCountries?: readonly string[] | undefined
      keyRatePerMinute?: number | undefined
      leadQuotaPerMonth?: number | null | undefined
    }
    output: {
      workspace: {
        id: string
        slug: string
        name: string
        default_country: string | null
        /** Whose numbers may be called; empty: the default country alone */
        call_countries: string[]
        key_rate_per_minute: number
        lead_quota_per_month: number | null
        leads_this_month: number
        has_demo: boolean
        /** RFC 3339. */
        month_ends_at: string
        /** RFC 3339. */
        created_at: string
      }
    }
    errors: 'country_unknown' | 'letter_without_font' | WriteCode
  }
  /**
   * List who belongs to the workspace.
   * Any member · reads · 120 per 60 s
   */
  'list-members': {
    input: Record<never, never>
    output: {
      members: {
        id: string
        name: string
        email: string
        role: 'member' | 'admin' | 'owner'
        /** RFC 3339. */
        joined_at: string
        has_password: boolean
        two_factor: boolean
        /** RFC 3339. */
        last_seen_at: string | null
      }[]
    }
    errors: ReadCode
  }
  /**
   * Make somebody a member.
   * At once, so that work can be given to them. They come in by the link that `sendWelcome` mails, good for 24 hours and one use: with a first password, or with the account that they have already, which keeps its name and may keep its own id. Nothing that is answered depends on whether the address has an account. Only owners make owners.
   * Admins and owners · writes · 60 per 60 s
   */
  'create-user': {
    input: {
      /** At most 254 characters. */
      email: string
      /** At most 255 characters. */
      name: string
      /** Default: `"member"`. */
      role?: 'member' | 'admin' | 'owner' | undefined
      /** Default: `false`. */
      sendWelcome?: boolean | undefined
    }
    output: {
      success: true
      user: {
        id: string
        email: string
        name: string
        role: 'member' | 'admin' | 'owner'
      }
    }
    errors: 'forbidden' | 'already_member' | WriteCode
  }
  /**
   * Send a member a link to set the password.
   * Good for 24 hours and one use; a link that was sent before works no more. Only owners do this for owners.
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
   * Give a member another role.
   * Holds at once: a token that says more than the role of now counts for the role of now. Only owners make owners or change them, and the last owner stays one.
   * Admins and owners · writes · 120 per 60 s
   */
  'change-role': {
    input: {
      userId: string
      role: 'member' | 'admin' | 'owner'
    }
    output: {
      success: true
      member: {
        id: string
        email: string
        name: string
        role: 'member' | 'admin' | 'owner'
      }
    }
    errors: 'forbidden' | 'member_not_found' | 'last_owner' | WriteCode
  }
  /**
   * Take a member out of the workspace.
   * Their sessions here end and their tokens count no more, at once. Their account, and other workspaces that they belong to, stay. Only owners remove owners, and the last owner stays.
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
   * Invite somebody into the workspace.
   * They get a mail with a link, good for seven days and one use, and choose their own name and password. A second invitation of an address replaces the first. Only owners invite owners.
   * Admins and owners · writes · 30 per 60 s
   */
  'invite-staff': {
    input: {
      /** At most 254 characters. */
      email: string
      /** Default: `"member"`. */
      role?: 'member' | 'admin' | 'owner' | undefined
      /** At most 255 characters. */
      name?: string | undefined
    }
    output: {
      success: true
      invitation: {
        id: string
        email: string
        role: 'member' | 'admin' | 'owner'
        /** RFC 3339. */
        expires_at: string
      }
    }
    errors: 'forbidden' | 'already_member' | WriteCode
  }
  /**
   * List the open invitations.
   * Newest first; those that are past their time included, until they are sent again or withdrawn.
   * Admins and owners · reads · 120 per 60 s
   */
  'list-invitations': {
    input: {
      /** `next_cursor` of the page before */
      cursor?: string | undefined
      /**
       * Records a page
       * Default: `50`.
       */
      limit?: number | undefined
    }
    output: {
      invitations: {
        id: string
        email: string
        role: 'member' | 'admin' | 'owner'
        /** RFC 3339. */
        expires_at: string
        name: string | null
        invited_by: {
          id: string
          name: string
        } | null
        /** RFC 3339. */
        created_at: string
        expired: boolean
      }[]
      next_cursor: string | null
    }
    errors: ReadCode
  }
  /**
   * Send an open invitation again.
   * With a new link and seven days from now; the link before works no more. Only owners do this for owners.
   * Admins and owners · writes · 30 per 60 s
   */
  'resend-invitation': {
    input: {
      invitationId: string
    }
    output: {
      success: true
      invitation: {
        id: string
        email: string
        role: 'member' | 'admin' | 'owner'
        /** RFC 3339. */
        expires_at: string
      }
    }
    errors: 'forbidden' | 'invitation_not_found' | WriteCode
  }
  /**
   * Take an invitation back.
   * Its link works no more from now on. Only owners do this for owners.
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
   * Say whether the link of an invitation is still good.
   * An invitation that was accepted, withdrawn, replaced or is past its time is `valid: false`, like one that never was.
   * Anybody · reads · 20 per 60 s
   */
  'validate-invite': {
    input: {
      /** At most 100 characters. */
      token: string
    }
    output: {
      valid: true
      invitation: {
        email: string
        role: 'member' | 'admin' | 'owner'
        /** Its name */
        organization: string
        /** RFC 3339. */
        expires_at: string
      }
    } | {
      valid: false
    }
    errors: PublicCode
  }
  /**
   * Accept an invitation.
   * Makes the account, or takes the one that the address has: then `password` must be its own, and its name stays. Works once. Sets the session cookie, unless the person has a second factor: they sign in afterwards.
   * Anybody · writes · 20 per 60 s
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
      user: {
        id: string
        email: string
        name: string
        role: 'member' | 'admin' | 'owner'
      }
    }
    errors: 'link_invalid' | 'sign_in_failed' | 'conflict' | 'rate_limited' | PublicCode
  }
  /**
   * Make the first workspace and its owner.
   * Uses the one-time link that the first start prints. No default password exists anywhere.
   * Anybody · writes · 20 per 60 s
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
    }
    output: {
      success: true
      organization: {
        id: string
        name: string
        slug: string
      }
    }
    errors: 'letter_without_font' | 'link_invalid' | PublicCode
  }
  /**
   * Sign in with an address and a password.
   * Sets the session cookie; or, for a person with a second factor, answers `needs: "code"` and a challenge for `confirm-sign-in`, good for ten minutes. The same answer, after the same time, for an unknown address and a wrong password. An address has ten tries a quarter of an hour; a device that its person has signed in from has ten of its own.
   * Anybody · writes · 30 per 60 s
   */
  'sign-in': {
    input: {
      /** At most 254 characters. */
      email: string
      /** At most 200 characters. */
      password: string
    }
    output: {
      success: true
      needs: null
    } | {
      success: true
      needs: 'code'
      challenge: string
    }
    errors: 'sign_in_failed' | 'rate_limited' | PublicCode
  }
  /**
   * Finish a sign-in with a code.
   * The code of an authenticator app, or a recovery code; each works once. A wrong one leaves the challenge good. Sets the session cookie.
   * Anybody · writes · 20 per 60 s
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
   * Names nobody: the browser offers the passkeys it has for this site. The challenge is good for ten minutes and works once.
   * Anybody · writes · 30 per 60 s
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
   * A passkey that its person unlocked is both factors: no code is asked for. Sets the session cookie.
   * Anybody · writes · 30 per 60 s
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
        authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined
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
   * Send a link to choose a new password.
   * Always the same answer, after the same time, whether the address has an account or not. The link is good for one hour and works once.
   * Anybody · writes · 10 per 60 s
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
   * Say whether a one-time link is still good.
   * Anybody · reads · 30 per 60 s
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
   * For links of a welcome and for those that `ask-password-reset` sends. Behind a welcome for an address that has an account, `password` must be the one of that account, which joins the workspace. Ends every session of the person and whatever links are left. A second factor is still asked for: `needs: "code"`, as with `sign-in`.
   * Anybody · writes · 20 per 60 s
   */
  'set-password': {
    input: {
      /** At most 100 characters. */
      token: string
      /** At most 200 characters. */
      password: string
    }
    output: {
      success: true
      needs: null
    } | {
      success: true
      needs: 'code'
      challenge: string
    }
    errors: 'link_invalid' | 'sign_in_failed' | 'conflict' | 'rate_limited' | PublicCode
  }
  /**
   * A token for the gateway, from the session cookie.
   * The token is good for 15 minutes. Ask again before it ends.
   * Somebody who is signed in, by the session cookie · reads · 60 per 60 s
   */
  'get-token': {
    input: Record<never, never>
    output: {
      token: string
      /** RFC 3339. */
      expires_at: string
      person: {
        id: string
        name: string
        email: string
      }
      organization: {
        id: string
        name: string
        slug: string
      }
      role: 'member' | 'admin' | 'owner'
    }
    errors: 'not_signed_in' | SessionCode
  }
  /**
   * Go on in another of your workspaces.
   * Moves the session; ask `get-token` for a token of that workspace afterwards. The next sign-in leads there too.
   * Somebody who is signed in, by the session cookie · writes · 30 per 60 s
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
   * End this session.
   * Somebody who is signed in, by the session cookie · writes · 30 per 60 s
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
   * What guards it, and the workspaces that you belong to.
   * Any member · reads · 120 per 60 s
   */
  'show-profile': {
    input: Record<never, never>
    output: {
      person: {
        id: string
        name: string
        email: string
        /** RFC 3339. */
        created_at: string
        has_password: boolean
        totp: boolean
        recovery_codes_left: number
        passkeys: {
          id: string
          name: string
          /** RFC 3339. */
          created_at: string
          /** RFC 3339. */
          last_used_at: string | null
        }[]
      }
      organizations: {
        id: string
        name: string
        slug: string
        role: 'member' | 'admin' | 'owner'
        current: boolean
      }[]
    }
    errors: 'not_signed_in' | ReadCode
  }
  /**
   * Change your name.
   * In every workspace that you belong to.
   * Any member · writes · 120 per 60 s
   */
  'update-profile': {
    input: {
      /** At most 255 characters. */
      name: string
    }
    output: {
      success: true
      person: {
        id: string
        name: string
        email: string
      }
    }
    errors: WriteCode
  }
  /**
   * Change your password.
   * Ends every other session of yours, and whatever links to set a password are left.
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
   * List where you are signed in.
   * In all your workspaces; the one last seen first.
   * Any member · reads · 120 per 60 s
   */
  'list-sessions': {
    input: Record<never, never>
    output: {
      sessions: {
        id: string
        current: boolean
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        last_seen_at: string
        agent: string | null
        address: string | null
      }[]
    }
    errors: ReadCode
  }
  /**
   * Sign yourself out somewhere.
   * Tokens that were made from the session count no more, at once.
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
   * Sign yourself out everywhere else.
   * Their tokens count no more, at once; nor do tokens without a session, such as those of the command line.
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
   * Answers the secret, as text, as an otpauth address and as a QR code (SVG). It counts once `confirm-totp` was given a code of it; starting again replaces a secret that does not count yet.
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
   * Switch codes of an authenticator app on.
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
   * Switch codes of an authenticator app off.
   * The recovery codes go with it. Where none are on, nothing happens and it is no error.
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
   * Make ten new recovery codes.
   * Those before count no more. They are shown this one time.
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
   * Give `options` to the browser, and what it answers to `add-passkey`, within ten minutes.
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
   * Keep a passkey that the browser made.
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
        authenticatorAttachment?: 'platform' | 'cross-platform' | null | undefined
        /** Not used */
        clientExtensionResults?: { [name: string]: unknown } | undefined
      }
      /** At most 100 characters. */
      name: string
    }
    output: {
      success: true
      passkey: {
        id: string
        name: string
        /** RFC 3339. */
        created_at: string
        /** RFC 3339. */
        last_used_at: string | null
      }
    }
    errors: 'passkey_unusable' | 'not_signed_in' | 'challenge_ended' | 'passkeys_need_domain' | WriteCode
  }
  /**
   * Remove a passkey of yours.
   * It opens nothing any more. Sessions that it opened stay; `end-other-sessions` ends them.
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
}

/** The versioned, public API. */
export interface PublicApi {
  /**
   * Push a lead in.
   * The only write endpoint of the public API. The key decides the workspace; the body cannot.
   *
   * A repeat of an `external_id` answers the original with `deduplicated: true`. Without one, send an `Idempotency-Key` to repeat safely. `?dry_run=true` says what would happen and stores nothing. A lead is a record of an introduction: no consent that it claims changes a subscription.
   * An API key with the scope leads:write · writes · 1,200 per 60 s
   */
  'create-lead': {
    input: {
      /**
       * The address; this or `phone` is required. Every RFC 5322 atext character in a dotted local part, at least one dot in the domain, international domains as themselves or as punycode. A malformed one is refused and nothing is stored. Compared without regard to capitals; plus-addressing stays.
       * At most 254 characters.
       */
      email?: string | undefined
      /** The number; this or `email` is required. Anything that can be a number: international with +, or as it is dialled in the default country of the workspace. Where it cannot be read, a lead with an email is taken and the text kept; without one it is refused. A string, not a number. */
      phone?: string | undefined
      /**
       * The whole name.
       * At most 255 characters.
       */
      name?: string | undefined
      /**
       * Another name for `name`; read where `name` is absent or blank.
       * At most 255 characters.
       */
      full_name?: string | undefined
      /**
       * Where the person works.
       * At most 255 characters.
       */
      company?: string | undefined
      /**
       * What the person does.
       * At most 255 characters.
       */
      title?: string | undefined
      /**
       * Another name for `title`; read where `title` is absent or blank.
       * At most 255 characters.
       */
      job_title?: string | undefined
      /** Who sends the lead. Made a slug of 64 characters at most: `Apollo.io` becomes `apollo-io`; nothing left, or absent: `api`. */
      source?: string | undefined
      /**
       * Your own record id, strongly recommended: the same one again answers with the first lead and stores nothing. Compared to the letter within the organization. A whole number up to 2^53, written without an exponent, counts as its digits.
       * At most 255 characters.
       */
      external_id?: string | number | undefined
      /**
       * Anything worth knowing.
       * At most 10,000 characters.
       */
      note?: string | undefined
      /**
       * With http:// or https://.
       * At most 2,048 characters.
       */
      linkedin_url?: string | undefined
      /** A claim about permission. It is stored and shown as a claim; it never subscribes anybody to anything. An object without any of the three claims nothing. */
      consent?: {
        /**
         * One of `consent`, `contract`, `legal_obligation`, `vital_interests`, `public_task`, `legitimate_interests` (GDPR Art. 6), or any other text, kept as claimed and marked unrecognised.
         * At most 64 characters.
         */
        basis?: string | undefined
        /** Who says so. */
        source?: string | undefined
        /** When: a real calendar date, YYYY-MM-DD, not in the future (tomorrow is allowed for time zones). */
        obtained_at?: string | undefined
      } | undefined
    }
    output: {
      ok: true
      lead_id: string
      contact_id: string
      /** The external_id was seen before; this is the lead of then */
      deduplicated: boolean
    }
    errors: 'bad_request' | 'body_empty' | 'body_forbidden_key' | 'body_not_json' | 'body_not_object' | 'body_not_utf8' | 'body_too_deep' | 'consent_date_invalid' | 'consent_invalid' | 'contact_missing' | 'email_malformed' | 'external_id_invalid' | 'field_bad_text' | 'field_too_long' | 'field_wrong_type' | 'idempotency_key_invalid' | 'linkedin_url_invalid' | 'phone_unreadable' | 'key_expired' | 'key_invalid' | 'key_revoked' | 'scope_missing' | 'request_timeout' | 'idempotency_in_flight' | 'body_too_large' | 'encoding_not_supported' | 'idempotency_mismatch' | 'quota_exceeded' | 'rate_limited' | 'unavailable' | IntakeCode
  }
}

/** Files. */
export interface Downloads {
  /**
   * Leads as a CSV file.
   * Newest first. A cell that a spreadsheet would take for a formula begins with an apostrophe.
   * Any member · reads · 10 per 60 s
   */
  'export-leads': {
    input: {
      /**
       * Beginnings of words of name, address, company or external_id; or digits of a number
       * At most 200 characters.
       */
      search?: string | undefined
      /** At most 64 characters. */
      source?: string | undefined
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
    errors: FileCode
  }
  /**
   * The rows that could not be imported, as a file.
   * CSV in UTF-8 with the columns of the file and the reason in `foyer_error`. Mended in a spreadsheet, it can be uploaded again: that column is
   * passed over, and the columns are mapped as before. A cell that a spreadsheet would take for a formula begins with an apostrophe, which an upload takes off.
   * Any member · reads · 30 per 60 s
   */
  'download-rejected-rows': {
    input: {
      uploadId: string
    }
    errors: 'upload_not_found' | FileCode
  }
  /**
   * A file that came with a message.
   * As it was sent. Until it was fetched from WhatsApp it is not there; what WhatsApp has no longer is gone.
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
   * An invoice as PDF.
   * In the language of the invoice, with the state that it is in. `document=receipt` gives the receipt of one that is paid. The same invoice in the same state gives the same bytes.
   * Any member · reads · 60 per 60 s
   */
  'download-invoice': {
    input: {
      invoiceId: string
      /** Default: `"invoice"`. */
      document?: 'invoice' | 'receipt' | undefined
    }
    errors: 'invoice_not_found' | 'invoice_wrong_state' | 'document_late' | FileCode
  }
  /**
   * An invoice as PDF, for whoever holds its pay link.
   * The same file as `download-invoice`. The pay page has it at `/pay/<token>/invoice.pdf` and `/pay/<token>/receipt.pdf`.
   * Anybody · reads · 20 per 60 s
   */
  'download-payable': {
    input: {
      /**
       * The last part of the address of a pay page
       * At most 200 characters.
       */
      token: string
      /** Default: `"invoice"`. */
      document?: 'invoice' | 'receipt' | undefined
    }
    errors: 'pay_link_unknown' | 'invoice_wrong_state' | 'document_late' | FileCode
  }
  /**
   * Who did what, as a CSV file.
   * Newest first. A cell that a spreadsheet would take for a formula begins with an apostrophe.
   * Admins and owners · reads · 10 per 60 s
   */
  'export-audit': {
    input: {
      personId?: string | undefined
      /** At most 64 characters. */
      action?: string | undefined
      outcome?: 'done' | 'refused' | undefined
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

/** What can happen to every call that anybody may make. */
export type PublicCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'body_empty' | 'body_not_json' | 'body_not_object' | 'body_too_deep' | 'body_too_large' | 'field_bad_text' | 'origin_not_allowed' | 'request_timeout'
/** What can happen to every call by the session cookie. */
export type SessionCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'body_empty' | 'body_not_json' | 'body_not_object' | 'body_too_deep' | 'body_too_large' | 'field_bad_text' | 'origin_not_allowed' | 'request_timeout' | 'not_signed_in'
/** What can happen to every call that reads. */
export type ReadCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'body_empty' | 'body_not_json' | 'body_not_object' | 'body_too_deep' | 'body_too_large' | 'field_bad_text' | 'origin_not_allowed' | 'request_timeout' | 'not_signed_in' | 'forbidden' | 'foreign_organization' | 'foreign_person' | 'scope_missing'
/** What can happen to every call that writes. */
export type WriteCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'body_empty' | 'body_not_json' | 'body_not_object' | 'body_too_deep' | 'body_too_large' | 'field_bad_text' | 'origin_not_allowed' | 'request_timeout' | 'not_signed_in' | 'forbidden' | 'foreign_organization' | 'foreign_person' | 'scope_missing' | 'idempotency_key_invalid' | 'idempotency_in_flight' | 'idempotency_mismatch'
/** What can happen to every file that is asked for. */
export type FileCode = 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable' | 'not_signed_in' | 'forbidden' | 'foreign_organization' | 'foreign_person' | 'scope_missing'
/** What can happen to every call of the public API. */
export type IntakeCode = 'server_error'

/** Every code of the server. What each means, and what to do: /docs/errors of your Foyer. */
export type ErrorCode =
  /** 400: The request body is not valid. */
  | 'bad_request'
  /** 400: Missing required field */
  | 'missing_field'
  /** 400: Invalid action type */
  | 'unknown_action'
  /** 401: Missing or invalid token */
  | 'not_signed_in'
  /** 403: This is not allowed for you. */
  | 'forbidden'
  /** 403: This organization is not yours. */
  | 'foreign_organization'
  /** 403: Requests from this origin are not allowed. */
  | 'origin_not_allowed'
  /** 403: This person is not you. */
  | 'foreign_person'
  /** 404: There is nothing here. */
  | 'not_found'
  /** 405: This method is not allowed here. */
  | 'method_not_allowed'
  /** 409: Somebody else changed this a moment ago. */
  | 'conflict'
  /** 413: The body is larger than 64 KB. */
  | 'body_too_large'
  /** 415: This Content-Encoding is not supported. */
  | 'encoding_not_supported'
  /** 408: The request took too long to arrive. */
  | 'request_timeout'
  /** 400: The request is not valid HTTP. */
  | 'malformed_http'
  /** 400: The connection ended before the body was whole. */
  | 'body_incomplete'
  /** 431: The request headers are too large. */
  | 'headers_too_large'
  /** 507: There is no room for the file on the server. */
  | 'storage_full'
  /** 503: Too many connections are open. */
  | 'too_many_connections'
  /** 429: You have too many live pages or transfers open at once. */
  | 'too_many_streams'
  /** 503: Too much is being sent at once. */
  | 'too_much_at_once'
  /** 429: Rate limited. Try again in <N> seconds */
  | 'rate_limited'
  /** 500: Something went wrong on our side. */
  | 'server_error'
  /** 503: The service cannot store anything right now. */
  | 'unavailable'
  /** 400: Idempotency-Key must be 1 to 255 visible characters. */
  | 'idempotency_key_invalid'
  /** 409: A request with this Idempotency-Key is still under way. */
  | 'idempotency_in_flight'
  /** 422: This Idempotency-Key was used with another payload. */
  | 'idempotency_mismatch'
  /** 401: Missing or invalid API key */
  | 'key_invalid'
  /** 401: This API key has expired. */
  | 'key_expired'
  /** 401: This API key was revoked. */
  | 'key_revoked'
  /** 403: This API key may not do this. */
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
  /** 400: The body has a member name that is not allowed. */
  | 'body_forbidden_key'
  /** 400: email is not a valid address */
  | 'email_malformed'
  /** 400: phone is not a readable number */
  | 'phone_unreadable'
  /** 400: A field contains NUL or a broken surrogate pair. */
  | 'field_bad_text'
  /** 400: linkedin_url must be an http or https address */
  | 'linkedin_url_invalid'
  /** 400: This has a letter that PDFs cannot show. */
  | 'letter_without_font'
  /** 409: The sandbox is switched off here. */
  | 'sandbox_is_off'
  /** 404: No such contact. */
  | 'contact_not_found'
  /** 409: This address or number belongs to another contact. */
  | 'contact_taken'
  /** 404: No such claim. */
  | 'claim_not_found'
  /** 404: No such merge. */
  | 'merge_not_found'
  /** 400: Source and destination are the same. */
  | 'merge_with_itself'
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
  /** 404: No such lead. */
  | 'lead_not_found'
  /** 409: The files of this workspace take up all the room that they may. */
  | 'upload_no_room'
  /** 404: No such file. */
  | 'upload_not_found'
  /** 409: This cannot be done with the file as it stands. */
  | 'upload_wrong_state'
  /** 409: This file is being worked on. */
  | 'upload_busy'
  /** 409: These bytes do not go on where the file ends. */
  | 'upload_offset_wrong'
  /** 413: The file is too large. */
  | 'upload_too_large'
  /** 400: There is nothing in the file. */
  | 'upload_empty'
  /** 400: This is not a text file. */
  | 'upload_not_text'
  /** 400: No column is mapped to email or phone. */
  | 'upload_not_mapped'
  /** 409: A file with the same content was imported before. */
  | 'upload_repeated'
  /** 409: None of the first 10,000 rows is a valid lead. */
  | 'upload_nothing_valid'
  /** 409: More than a million rows are not valid. */
  | 'upload_too_many_invalid'
  /** 409: The stored file is gone. */
  | 'upload_file_missing'
  /** 404: No such row to mend. */
  | 'upload_row_not_found'
  /** 409: This row is a lead already. */
  | 'upload_row_taken'
  /** 404: No such delivery. */
  | 'delivery_not_found'
  /** 409: Only a rejected delivery can be replayed. */
  | 'delivery_not_rejected'
  /** 409: This delivery was mended and taken already. */
  | 'delivery_already_mended'
  /** 409: The body of this delivery was never received whole. */
  | 'delivery_body_missing'
  /** 404: No such company. */
  | 'company_not_found'
  /** 409: Another company has this domain. */
  | 'company_exists'
  /** 400: This is no domain of a company. */
  | 'company_domain_invalid'
  /** 404: No such value. */
  | 'fact_not_found'
  /** 409: Somebody has decided about this already. */
  | 'fact_not_proposed'
  /** 400: There is no such field here. */
  | 'fact_field_unknown'
  /** 400: This is no value of that field. */
  | 'fact_value_invalid'
  /** 404: No such deal. */
  | 'deal_not_found'
  /** 409: This deal went into another one. */
  | 'deal_linked'
  /** 400: A lost deal needs a reason. */
  | 'lost_reason_needed'
  /** 404: No such pipeline. */
  | 'pipeline_not_found'
  /** 409: There are open deals in this pipeline, or it is the default one. */
  | 'pipeline_in_use'
  /** 400: A pipeline needs a stage that is open, one for won and one for lost deals. */
  | 'pipeline_incomplete'
  /** 404: No such stage. */
  | 'stage_not_found'
  /** 409: There are open deals in this stage. */
  | 'stage_in_use'
  /** 409: The kind of a stage stays what it is. */
  | 'stage_kind_fixed'
  /** 404: No such task. */
  | 'task_not_found'
  /** 409: This task is done already. */
  | 'task_done'
  /** 409: This conversation is already with somebody else. */
  | 'chat_claimed'
  /** 404: No such message. */
  | 'message_not_found'
  /** 409: This message was sent, or is on its way. */
  | 'message_not_failed'
  /** 409: This file is not here. */
  | 'attachment_not_here'
  /** 422: This clientMessageId was used for another message. */
  | 'client_id_reused'
  /** 409: There is no way yet on which this person could be answered. */
  | 'no_channel'
  /** 409: The 24 hours for free text are over. Send an approved template. */
  | 'window_closed'
  /** 404: No such reply is kept ready. */
  | 'canned_reply_not_found'
  /** 409: Another reply has this shortcut. */
  | 'shortcut_taken'
  /** 409: A workspace can keep 500 replies ready. */
  | 'too_many_canned_replies'
  /** 409: No WhatsApp number is connected. */
  | 'whatsapp_not_connected'
  /** 409: There is no number to write to. */
  | 'no_whatsapp_address'
  /** 404: There is no such template. */
  | 'template_not_found'
  /** 409: WhatsApp has not approved this template. */
  | 'template_not_approved'
  /** 409: The template is not there in this language. */
  | 'template_language'
  /** 400: The values do not fit the template. */
  | 'template_values'
  /** 409: Foyer cannot fill this kind of template. */
  | 'template_unusable'
  /** 403: Invalid verify token */
  | 'verify_token_invalid'
  /** 404: No such chat for websites. */
  | 'chat_widget_not_found'
  /** 403: This chat is switched off. */
  | 'chat_widget_off'
  /** 409: A workspace can have 50 chats for websites. */
  | 'too_many_chat_widgets'
  /** 400: This is not the origin of a website. */
  | 'chat_origin_invalid'
  /** 403: Pages of this origin may not carry this chat. */
  | 'chat_origin_refused'
  /** 403: This is not your chat. */
  | 'chat_session_foreign'
  /** 404: No such chat. */
  | 'chat_session_not_found'
  /** 409: No account for calls is connected. */
  | 'calls_not_connected'
  /** 404: No such invoice. */
  | 'invoice_not_found'
  /** 409: This invoice was sent, so it does not change any more. */
  | 'invoice_not_draft'
  /** 409: This invoice comes to nothing. */
  | 'invoice_without_amount'
  /** 409: The payment provider does not take this amount. */
  | 'invoice_not_payable'
  /** 400: The invoice comes to more than Foyer calculates with. */
  | 'invoice_too_large'
  /** 409: The invoice has more text than a document holds. */
  | 'invoice_too_long'
  /** 503: The PDF could not be made in time. */
  | 'document_late'
  /** 409: This is not possible in the state that the invoice is in. */
  | 'invoice_wrong_state'
  /** 404: There is no invoice behind this link. */
  | 'pay_link_unknown'
  /** 409: This invoice is a draft. */
  | 'invoice_not_sent'
  /** 409: This invoice is paid. */
  | 'invoice_already_paid'
  /** 409: This invoice is void. */
  | 'invoice_void'
  /** 409: A payment of this invoice is on its way. */
  | 'payment_under_way'
  /** 409: The invoice has another currency. */
  | 'currency_mismatch'
  /** 400: Nobody may be sent to this address after paying. */
  | 'return_url_not_allowed'
  /** 409: This payment was not made for this invoice. */
  | 'checkout_not_of_invoice'
  /** 409: The signature does not fit the payment. */
  | 'payment_signature_invalid'
  /** 409: The payment does not fit the invoice, and was not counted. */
  | 'payment_refused'
  /** 409: The payment is on its way. The invoice will be paid once the bank has answered. */
  | 'payment_processing'
  /** 409: Nothing was paid. */
  | 'payment_not_made'
  /** 404: There is no such difference, or it is resolved. */
  | 'difference_not_found'
  /** 409: A person wrote these product requirements. */
  | 'prd_given'
  /** 409: The prospect has not said what they want. */
  | 'nothing_asked'
  /** 409: No account of the payment provider for this currency is connected. */
  | 'not_connected'
  /** 503: The provider has too much to do. */
  | 'provider_busy'
  /** 502: The provider gave an answer that cannot be used. */
  | 'provider_failed'
  /** 502: The provider does not accept the account that is connected. */
  | 'provider_credentials'
  /** 502: The provider refused. */
  | 'provider_refused'
  /** 403: No webhook is expected here. */
  | 'webhook_not_expected'
  /** 403: The signature of this webhook is not valid. */
  | 'webhook_signature_invalid'
  /** 404: No such connection. */
  | 'connection_not_found'
  /** 409: Another account of this provider is connected. */
  | 'connection_exists'
  /** 400: These credentials do not look like those of this provider. */
  | 'credentials_malformed'
  /** 400: The provider does not accept these credentials. */
  | 'credentials_refused'
  /** 503: The provider does not answer at the moment. */
  | 'provider_unreachable'
  /** 400: This provider is connected by consenting on its own page. */
  | 'provider_wants_consent'
  /** 400: This provider is connected with a key, not by consent. */
  | 'provider_wants_key'
  /** 409: Foyer has no client of its own at this service yet. */
  | 'provider_not_set_up'
  /** 409: The service does not accept Foyer’s client id or secret. */
  | 'provider_refuses_client'
  /** 400: This consent was not begun here, was used already, or took too long. */
  | 'consent_unknown'
  /** 400: It was not allowed. */
  | 'consent_denied'
  /** 400: The service does not take what it sent back itself. */
  | 'consent_failed'
  /** 409: The consent for this connection has ended. */
  | 'connection_needs_consent'
  /** 500: Failed to generate response */
  | 'ai_failed'
  /** 404: No such webhook. */
  | 'webhook_not_found'
  /** 404: No such delivery. */
  | 'webhook_delivery_not_found'
  /** 409: This webhook is switched off. */
  | 'webhook_disabled'
  /** 409: A workspace can have 50 webhooks. */
  | 'too_many_webhooks'
  /** 400: url is not a web address */
  | 'webhook_url_invalid'
  /** 400: url must begin with https:// */
  | 'webhook_url_not_https'
  /** 400: url is not a public address on port 80 or 443. Whoever operates Foyer can allow it in OUTGOING_ALLOWED_PRIVATE. */
  | 'webhook_url_not_allowed'
  /** 404: There is no such notice. */
  | 'notice_not_found'
  /** 404: No such work waits, runs or has stopped. */
  | 'work_not_found'
  /** 409: This work is being done at this moment. */
  | 'work_under_way'
  /** 409: This work is held after a restore. */
  | 'work_held'
  /** 409: This work has not been tried yet. */
  | 'work_not_stopped'
  /** 409: This version of Foyer does not know this work any more. */
  | 'work_unknown'
  /** 404: No such mail. */
  | 'mail_not_found'
  /** 409: This mail was sent. */
  | 'mail_sent_already'
  /** 409: This mail is being sent at this moment. */
  | 'mail_under_way'
  /** 409: The text of this mail is kept no longer. */
  | 'mail_body_gone'
  /** 404: No such API key. */
  | 'key_not_found'
  /** 409: This API key was revoked or has expired. */
  | 'key_ended'
  /** 409: This API key was rolled already and keeps its end. */
  | 'key_rolled_already'
  /** 409: A workspace with this name exists already. */
  | 'slug_taken'
  /** 400: This is not a country with telephone numbers. */
  | 'country_unknown'
  /** 400: This link is not valid any more. */
  | 'link_invalid'
  /** 401: The address or the password is wrong. */
  | 'sign_in_failed'
  /** 401: This code is wrong, or was used already. */
  | 'code_wrong'
  /** 401: This sign-in was begun too long ago, or is finished. */
  | 'challenge_invalid'
  /** 401: This passkey does not open anything here. */
  | 'passkey_refused'
  /** 400: This passkey cannot be used. */
  | 'passkey_unusable'
  /** 409: Passkeys need a domain name; Foyer is reached by a bare address. */
  | 'passkeys_need_domain'
  /** 409: There are 20 passkeys already. */
  | 'too_many_passkeys'
  /** 404: No such passkey. */
  | 'passkey_not_found'
  /** 409: This was begun too long ago, or is finished. */
  | 'challenge_ended'
  /** 403: This is not your password. */
  | 'password_wrong'
  /** 400: This code is wrong, or belongs to no secret. */
  | 'totp_code_wrong'
  /** 409: Codes of an authenticator app are on already. */
  | 'totp_is_on'
  /** 409: Codes of an authenticator app are off. */
  | 'totp_is_off'
  /** 404: No such session of yours. */
  | 'session_not_found'
  /** 400: The password needs at least 10 characters. */
  | 'password_too_weak'
  /** 404: No such workspace. */
  | 'organization_not_found'
  /** 409: This address belongs to a member already. */
  | 'already_member'
  /** 404: No such member. */
  | 'member_not_found'
  /** 409: A workspace needs an owner, and this is the last one. */
  | 'last_owner'
  /** 404: No such open invitation. */
  | 'invitation_not_found'
  /** 404: No such person in this workspace. */
  | 'person_not_found'

/** What a live line tells of. */
export type EventType =
  /** A contact was created or changed, other than by a lead. */
  | 'contact.changed'
  /** Two contacts were found to be one person, or a merge was taken back. */
  | 'contact.merged'
  /** A lead was taken, through the API, a file or a replay. */
  | 'lead.received'
  /** An uploaded file moved on. */
  | 'upload.changed'
  /** A request to the lead API was recorded. */
  | 'delivery.recorded'
  /** A company was made or changed. */
  | 'company.changed'
  /** A value of a deal or a company changed, or a model found another one. */
  | 'fact.changed'
  /** A deal was made, with whoever it was given to. */
  | 'deal.created'
  /** A deal was moved, given to somebody, answered or edited. */
  | 'deal.changed'
  /** A deal was won or lost. */
  | 'deal.closed'
  /** A task was added or done. */
  | 'task.changed'
  /** The stages of a pipeline changed, or whose turn it is. */
  | 'pipeline.changed'
  /** Somebody wrote: on the website or on WhatsApp. */
  | 'message.received'
  /** Somebody here answered, or left a note. */
  | 'message.written'
  /** A message came further, failed, or its file arrived. */
  | 'message.changed'
  /** A conversation was taken, closed, opened or put off. */
  | 'conversation.changed'
  /** Somebody has seen what is in a conversation. */
  | 'conversation.read'
  /** A reply kept ready was made, changed or removed. */
  | 'canned_reply.changed'
  /** A chat for websites was made, changed or removed. */
  | 'chat_widget.changed'
  /** A call began, or moved on. */
  | 'call.changed'
  /** A call is over, and it is known whether anybody answered. Also one that was never put through. */
  | 'call.ended'
  /** An invoice, or a payment of one, moved on. */
  | 'invoice.changed'
  /** An invoice was paid. Once for each invoice, however it became known. */
  | 'payment.received'
  /** A payment was refunded or disputed. */
  | 'payment.changed'
  /** An account at another service was connected, or works again. */
  | 'connection.connected'
  /** A connection needs somebody: its credentials are refused. */
  | 'connection.failed'
  /** An account at another service was disconnected. */
  | 'connection.disconnected'
  /** Something was called over a connection. */
  | 'connection.changed'
  /** A webhook endpoint or one of its deliveries moved on. */
  | 'webhook.changed'
  /** There is something that somebody should look at. */
  | 'notice.raised'
  /** Background work died, or somebody decided about it. */
  | 'background.changed'
  /** A mail of the outbox moved on. */
  | 'mail.changed'
  /** An API key was made, changed, rolled or revoked. */
  | 'key.changed'
  /** The settings of the workspace changed. */
  | 'workspace.changed'
  /** Somebody became a member of the workspace. */
  | 'member.joined'
  /** The role of a member changed. */
  | 'member.changed'
  /** A member was removed, or left. */
  | 'member.left'
  /** Somebody was signed out somewhere. */
  | 'session.ended'
  /** An invitation was sent, accepted or withdrawn. */
  | 'invitation.changed'

/** What an outgoing webhook says, by the type of the event: its `data`. */
export interface WebhookEvents {
  /** A contact was created or changed, other than by a lead. */
  'contact.changed': {
    /** The contact */
    id: string
    name: string | null
    email: string | null
    /** E.164 */
    phone: string | null
    company: string | null
    title: string | null
    linkedin_url: string | null
  }
  /** Two contacts were found to be one person, or a merge was taken back. */
  'contact.merged': {
    /** The merge */
    id: string
    /** The contact that is now shown as the other one; or, undone, for itself again */
    source_id: string
    /** The contact that stands for the person */
    target_id: string
    /** person, link, same_email, same_phone, same_whatsapp or number_changed */
    cause: string
    reason: string | null
    is_undone: boolean
  }
  /** A lead was taken, through the API, a file or a replay. */
  'lead.received': {
    /** The lead */
    id: string
    /** The person behind it */
    contact_id: string
    external_id: string | null
    source: string
    name: string | null
    /** As received */
    email: string | null
    /** As received */
    phone: string | null
    /** The same in E.164, where it could be read */
    phone_e164: string | null
    company: string | null
    title: string | null
    note: string | null
    linkedin_url: string | null
    /** api, upload or replay */
    via: string
    /** RFC 3339. */
    received_at: string
  }
  /** A deal was made, with whoever it was given to. */
  'deal.created': {
    /** The deal */
    id: string
    /** The person; the root of their records */
    contact_id: string
    name: string
    /** How it began: prd, web_chat, whatsapp, voice, lead or manual */
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
    assigned_to: string | null
    lost_reason: string | null
    /** RFC 3339. */
    created_at: string
    /** RFC 3339. */
    closed_at: string | null
  }
  /** A deal was moved, given to somebody, answered or edited. */
  'deal.changed': {
    /** The deal */
    id: string
    /** The person; the root of their records */
    contact_id: string
    name: string
    /** How it began: prd, web_chat, whatsapp, voice, lead or manual */
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
    assigned_to: string | null
    lost_reason: string | null
    /** RFC 3339. */
    created_at: string
    /** RFC 3339. */
    closed_at: string | null
  }
  /** A deal was won or lost. */
  'deal.closed': {
    /** The deal */
    id: string
    /** The person; the root of their records */
    contact_id: string
    name: string
    /** How it began: prd, web_chat, whatsapp, voice, lead or manual */
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
    assigned_to: string | null
    lost_reason: string | null
    /** RFC 3339. */
    created_at: string
    /** RFC 3339. */
    closed_at: string | null
  }
  /** Somebody wrote: on the website or on WhatsApp. */
  'message.received': {
    /** The message */
    id: string
    /** The person; the root of their records */
    contact_id: string
    deal_id: string | null
    /** whatsapp or web_chat */
    channel: string
    /** text, image, document, location, contacts, reaction, button, unsupported … */
    kind: string
    text: string | null
    /** Who wrote */
    name: string | null
    /** The advertisement or post by which they came */
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
  /** A call is over, and it is known whether anybody answered. Also one that was never put through. */
  'call.ended': {
    /** The call */
    id: string
    /** in or out */
    direction: string
    /** completed, busy, no_answer, canceled, failed or refused */
    state: string
    /** Somebody called, and nobody here answered */
    is_missed: boolean
    from_number: string
    to_number: string
    /** Who is at the other end, where that is known */
    contact_id: string | null
    deal_id: string | null
    /** Who called, or answered, or was rung */
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
  /** An invoice was paid. Once for each invoice, however it became known. */
  'payment.received': {
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
  /** An account at another service was connected, or works again. */
  'connection.connected': {
    /** The connection */
    id: string
    /** stripe, razorpay, google … */
    provider: string
    /** live, test or sandbox */
    mode: string
    /** connected, needs_reauth, error or disconnected */
    status: string
    /** Why it needs somebody */
    reason: string | null
  }
  /** A connection needs somebody: its credentials are refused. */
  'connection.failed': {
    /** The connection */
    id: string
    /** stripe, razorpay, google … */
    provider: string
    /** live, test or sandbox */
    mode: string
    /** connected, needs_reauth, error or disconnected */
    status: string
    /** Why it needs somebody */
    reason: string | null
  }
  /** An account at another service was disconnected. */
  'connection.disconnected': {
    /** The connection */
    id: string
    /** stripe, razorpay, google … */
    provider: string
    /** live, test or sandbox */
    mode: string
    /** connected, needs_reauth, error or disconnected */
    status: string
    /** Why it needs somebody */
    reason: string | null
  }
  /** An API key was made, changed, rolled or revoked. */
  'key.changed': {
    /** The key */
    id: string
    name: string
    /** Its last four characters */
    hint: string
    /** made, changed, rolled or revoked */
    change: string
  }
  /** Somebody became a member of the workspace. */
  'member.joined': {
    /** The person */
    id: string
    name: string
    email: string
    /** owner, admin or member; of somebody who left, the last one, where it is known */
    role: string | null
  }
  /** The role of a member changed. */
  'member.changed': {
    /** The person */
    id: string
    name: string
    email: string
    /** owner, admin or member; of somebody who left, the last one, where it is known */
    role: string | null
  }
  /** A member was removed, or left. */
  'member.left': {
    /** The person */
    id: string
    name: string
    email: string
    /** owner, admin or member; of somebody who left, the last one, where it is known */
    role: string | null
  }
}

/** Actions that change nothing, so that repeating them does no harm. */
export const reads: ReadonlySet<string> = new Set([
  'list-leads',
  'show-lead',
  'list-sources',
  'list-uploads',
  'show-upload',
  'list-upload-rows',
  'list-deliveries',
  'show-delivery',
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
  'list-timeline',
  'list-canned-replies',
  'fetch-admin-chats',
  'fetch-chat-history',
  'list-unconnected-numbers',
  'list-whatsapp-templates',
  'start-web-chat',
  'read-web-chat',
  'list-chat-widgets',
  'list-calls',
  'show-calling',
  'list-invoices',
  'price-invoice',
  'show-letters',
  'show-payable',
  'show-reconciliation',
  'show-invoice',
  'list-connections',
  'integration-connections',
  'list-provider-calls',
  'list-webhooks',
  'list-webhook-deliveries',
  'show-webhook-delivery',
  'list-notices',
  'list-audit',
  'list-background-work',
  'show-background-work',
  'list-held-work',
  'list-mails',
  'show-mail',
  'show-mail-setup',
  'list-keys',
  'show-key',
  'show-workspace',
  'list-members',
  'list-invitations',
  'validate-invite',
  'check-link',
  'get-token',
  'show-profile',
  'list-sessions',
])

/** Actions that go without a token. */
export const open: ReadonlySet<string> = new Set([
  'start-web-chat',
  'prd',
  'show-payable',
  'pay-invoice',
  'verify-payment',
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
