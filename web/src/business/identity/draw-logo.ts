/** On paper a logo is at most 5 cm wide: this is enough for 300 dots per inch, and for screens of twice the density. */
const mostWidth = 640
const mostHeight = 320
const mostBytes = 500_000

/** The file is none that this browser can draw. */
export class NotAPicture extends Error {}

/**
 * A picture of any kind that the browser knows, SVG and WebP among them, drawn as PNG: of an SVG nothing runs and nothing is loaded, and what
 * is sent is pixels. A photo becomes a JPEG on white.
 */
export const drawLogo = async (file: Blob): Promise<Blob> => {
  const picture = await load(file)
  const [width, height] = [picture.naturalWidth || mostWidth, picture.naturalHeight || mostHeight]
  // An SVG is drawn as large as it may be; pixels are not made larger.
  const scale = Math.min(mostWidth / width, mostHeight / height, file.type === 'image/svg+xml' ? Number.POSITIVE_INFINITY : 1)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new NotAPicture()
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const png = await blobOf(canvas, 'image/png')
  if (png.size <= mostBytes) return png
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return blobOf(canvas, 'image/jpeg')
}

const load = async (file: Blob): Promise<HTMLImageElement> => {
  const address = URL.createObjectURL(file)
  try {
    const picture = new Image()
    picture.src = address
    await picture.decode()
    return picture
  } catch {
    throw new NotAPicture()
  } finally {
    URL.revokeObjectURL(address)
  }
}

const blobOf = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new NotAPicture())), type, 0.9))
