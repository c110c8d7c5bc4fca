/** An open door under an arch. */
export const Logo = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
    <rect width="32" height="32" rx="9" fill="#b04b26" />
    <path d="M9 25V15a7 7 0 0 1 14 0v10" fill="none" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
    <path d="M13.4 25v-9.6a2.6 2.6 0 0 1 5.2 0V25z" fill="#fbd9c8" />
  </svg>
)
