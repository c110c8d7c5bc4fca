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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'lead_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'upload_too_large' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'upload_empty' | 'upload_not_text' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'upload_not_mapped' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'upload_not_mapped' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'upload_busy' | 'upload_repeated' | 'upload_wrong_state' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'upload_wrong_state' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'upload_busy' | 'upload_wrong_state' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'upload_row_not_found' | 'conflict' | 'upload_busy' | 'upload_row_taken' | 'upload_wrong_state' | 'rate_limited' | 'server_error' | 'unavailable'
  }
  /**
   * Contacts, newest first.
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
  }
  /**
   * One contact, with every lead of the person.
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
      next_cursor: string | null
    }
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'contact_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
        scope: 'leads:write'
        summary: string
      }[]
    }
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'key_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
      scopes: readonly 'leads:write'[]
      /** RFC 3339. */
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
      /** RFC 3339. */
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'key_not_found' | 'key_ended' | 'key_rolled_already' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'key_not_found' | 'key_ended' | 'key_rolled_already' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'key_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
      /** RFC 3339. */
      from?: string | undefined
      /** RFC 3339. */
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'delivery_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'body_empty' | 'body_forbidden_key' | 'body_not_json' | 'body_not_object' | 'body_not_utf8' | 'body_too_deep' | 'consent_date_invalid' | 'consent_invalid' | 'contact_missing' | 'email_malformed' | 'external_id_invalid' | 'field_bad_text' | 'field_too_long' | 'field_wrong_type' | 'linkedin_url_invalid' | 'missing_field' | 'phone_unreadable' | 'not_signed_in' | 'forbidden' | 'delivery_not_found' | 'delivery_already_mended' | 'delivery_body_missing' | 'delivery_not_rejected' | 'body_too_large' | 'quota_exceeded' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'link_invalid' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable'
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
    } | {
      valid: false
    }
    errors: 'bad_request' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable'
  }
  /**
   * Sign in with an address and a password.
   * Sets the session cookie; or, for a person with a second factor, answers `needs: "code"` and a challenge for `confirm-sign-in`, good for ten minutes. The same answer, after the same time, for an unknown address and a wrong password.
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
    errors: 'bad_request' | 'missing_field' | 'sign_in_failed' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
  }
  /**
   * Set a password by a one-time link, and sign in.
   * For links of a welcome and for those that `ask-password-reset` sends. Ends every session of the person and whatever links are left. A second factor is still asked for: `needs: "code"`, as with `sign-in`.
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
    errors: 'bad_request' | 'link_invalid' | 'missing_field' | 'rate_limited' | 'server_error' | 'unavailable'
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
        key_rate_per_minute: number
        lead_quota_per_month: number | null
        leads_this_month: number
        /** RFC 3339. */
        month_ends_at: string
        /** RFC 3339. */
        created_at: string
      }
    }
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
  }
  /**
   * Change the settings of the workspace.
   * What is left out stays. A new limit or quota holds for every key within a second. `leadQuotaPerMonth: null` switches the quota off; one that is switched on counts the leads of the running month.
   * Admins and owners · writes · 120 per 60 s
   */
  'update-workspace': {
    input: {
      /** At most 255 characters. */
      name?: string | undefined
      defaultCountry?: string | null | undefined
      keyRatePerMinute?: number | undefined
      leadQuotaPerMonth?: number | null | undefined
    }
    output: {
      workspace: {
        id: string
        slug: string
        name: string
        default_country: string | null
        key_rate_per_minute: number
        lead_quota_per_month: number | null
        leads_this_month: number
        /** RFC 3339. */
        month_ends_at: string
        /** RFC 3339. */
        created_at: string
      }
    }
    errors: 'bad_request' | 'country_unknown' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
  }
  /**
   * Who did what.
   * Every call that wrote something, newest first, also those that were refused after the caller was known: who, what, when, from where, and how it ended. Entries are only ever added.
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
        /** The ids that the call named, by their fields */
        target: { [name: string]: string }
        address: string
        /** The User-Agent, as claimed */
        agent: string | null
        request_id: string
      }[]
      next_cursor: string | null
    }
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
        kind: 'mail_failed' | 'webhook_disabled' | 'external_id_conflict' | 'member_joined' | 'job_failed'
        subject_id: string
        facts: { [name: string]: string | number | null }
        /** RFC 3339. */
        at: string
        read: boolean
      }[]
      unread: number
      next_cursor: string | null
    }
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'notice_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
  }
  /**
   * Take the demo leads away.
   * Takes away what `seed-demo` has made and nothing else. A contact that a real lead has come to since stays.
   * Admins and owners · writes · 10 per 60 s
   */
  'clear-demo': {
    input: Record<never, never>
    output: {
      /** Leads taken away */
      leads: number
      contacts: number
    }
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'body_empty' | 'body_forbidden_key' | 'body_not_json' | 'body_not_object' | 'body_not_utf8' | 'body_too_deep' | 'consent_date_invalid' | 'consent_invalid' | 'contact_missing' | 'email_malformed' | 'external_id_invalid' | 'field_bad_text' | 'field_too_long' | 'field_wrong_type' | 'idempotency_key_invalid' | 'linkedin_url_invalid' | 'phone_unreadable' | 'key_expired' | 'key_invalid' | 'key_revoked' | 'scope_missing' | 'request_timeout' | 'idempotency_in_flight' | 'body_too_large' | 'encoding_not_supported' | 'idempotency_mismatch' | 'quota_exceeded' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'upload_not_found' | 'rate_limited' | 'server_error' | 'unavailable'
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
    errors: 'bad_request' | 'missing_field' | 'not_signed_in' | 'forbidden' | 'rate_limited' | 'server_error' | 'unavailable'
  }
}

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
  /** 404: There is no such notice. */
  | 'notice_not_found'
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
  /** 431: The request headers are too large. */
  | 'headers_too_large'
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
  /** 400: email or phone is required */
  | 'contact_missing'
  /** 400: email is not a valid address */
  | 'email_malformed'
  /** 400: phone is not a readable number */
  | 'phone_unreadable'
  /** 400: A field has the wrong type. */
  | 'field_wrong_type'
  /** 400: A field is too long. */
  | 'field_too_long'
  /** 400: A field contains NUL or a broken surrogate pair. */
  | 'field_bad_text'
  /** 400: linkedin_url must be an http or https address */
  | 'linkedin_url_invalid'
  /** 400: external_id must be a string or a whole number up to 2^53 */
  | 'external_id_invalid'
  /** 400: consent is not valid */
  | 'consent_invalid'
  /** 400: consent.obtained_at must be a real date, YYYY-MM-DD, not in the future */
  | 'consent_date_invalid'
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
  /** 409: This address belongs to a member already. */
  | 'already_member'
  /** 404: No such member. */
  | 'member_not_found'
  /** 409: A workspace needs an owner, and this is the last one. */
  | 'last_owner'
  /** 404: No such open invitation. */
  | 'invitation_not_found'
  /** 404: No such session of yours. */
  | 'session_not_found'
  /** 400: The password needs at least 10 characters. */
  | 'password_too_weak'
  /** 409: A workspace with this name exists already. */
  | 'slug_taken'
  /** 404: No such person in this workspace. */
  | 'person_not_found'
  /** 404: No such workspace. */
  | 'organization_not_found'
  /** 400: This is not a country with telephone numbers. */
  | 'country_unknown'
  /** 404: No such lead. */
  | 'lead_not_found'
  /** 404: No such contact. */
  | 'contact_not_found'
  /** 404: No such API key. */
  | 'key_not_found'
  /** 409: This API key was revoked or has expired. */
  | 'key_ended'
  /** 409: This API key was rolled already and keeps its end. */
  | 'key_rolled_already'
  /** 404: No such delivery. */
  | 'delivery_not_found'
  /** 409: Only a rejected delivery can be replayed. */
  | 'delivery_not_rejected'
  /** 409: This delivery was mended and taken already. */
  | 'delivery_already_mended'
  /** 409: The body of this delivery was never received whole. */
  | 'delivery_body_missing'
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

/** What a live line tells of. */
export type EventType =
  /** A lead was taken, through the API, a file or a replay. */
  | 'lead.received'
  /** A contact was created or changed by a person. */
  | 'contact.changed'
  /** Somebody became a member of the workspace. */
  | 'member.joined'
  /** The role of a member changed. */
  | 'member.changed'
  /** A member was removed, or left. */
  | 'member.left'
  /** An API key was made, changed, rolled or revoked. */
  | 'key.changed'
  /** A request to the lead API was recorded. */
  | 'delivery.recorded'
  /** An invitation was sent, accepted or withdrawn. */
  | 'invitation.changed'
  /** The settings of the workspace changed. */
  | 'workspace.changed'
  /** An uploaded file moved on. */
  | 'upload.changed'
  /** A mail of the outbox moved on. */
  | 'mail.changed'
  /** A webhook endpoint or one of its deliveries moved on. */
  | 'webhook.changed'
  /** There is something that somebody should look at. */
  | 'notice.raised'

/** Actions that change nothing, so that repeating them does no harm. */
export const reads: ReadonlySet<string> = new Set([
  'list-leads',
  'show-lead',
  'list-sources',
  'list-uploads',
  'show-upload',
  'list-upload-rows',
  'list-contacts',
  'show-contact',
  'list-keys',
  'show-key',
  'list-deliveries',
  'show-delivery',
  'check-link',
  'get-token',
  'show-workspace',
  'list-members',
  'list-audit',
  'list-notices',
])

/** Actions that go without a token. */
export const open: ReadonlySet<string> = new Set([
  'set-up-workspace',
  'check-link',
  'sign-in',
  'sign-out',
  'get-token',
  'set-password',
])
