/** Whether an error means that another process took the same lead or person at the same moment: trying again settles it. */
export const isRace = (error: unknown): boolean =>
  error instanceof Error && ['23505', '23503', '40P01', '40001'].includes((error as { code?: string }).code ?? '')
