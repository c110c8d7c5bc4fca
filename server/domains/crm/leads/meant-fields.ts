import { cut } from '#shapes/texts.ts'

/** Names that are not read are kept as long as this. */
export const longestUnusedName = 64

/**
 * The member that a name of `unused` was probably meant to be: `phone_number`, `Mobile` → `phone`. Null for a name that
 * looks like none, and for the members themselves.
 */
export function meantField(name: string): string | null {
  if (fieldOf.get(name) === name) return null
  return (
    fieldOf.get(
      cut(name, longestUnusedName)
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, ''),
    ) ?? null
  )
}

const fieldOf = new Map<string, string>()
const lookalikes: [field: string, names: string][] = [
  [
    'email',
    'emailaddress emailid emails mail mailaddress workemail businessemail personalemail primaryemail contactemail useremail leademail customeremail youremail',
  ],
  [
    'phone',
    'phonenumber phoneno phones mobile mobilephone mobilenumber mobileno telephone telephonenumber tel cell cellphone cellnumber workphone homephone businessphone primaryphone contactphone contactnumber directphone directdial phone1 phonee164 whatsapp whatsappnumber msisdn userphone leadphone yourphone',
  ],
  [
    'name',
    'fullname contactname leadname personname displayname firstname lastname givenname familyname surname fname lname yourname',
  ],
  [
    'company',
    'companyname organisation organization organizationname organisationname employer business businessname account accountname',
  ],
  ['title', 'jobtitle position role jobposition headline'],
  ['source', 'leadsource provider utmsource channel'],
  ['external_id', 'externalid id leadid recordid contactid personid uid uuid guid'],
  ['note', 'notes comment comments message description remarks'],
  ['linkedin_url', 'linkedinurl linkedin linkedinprofile linkedinprofileurl linkedinlink personlinkedinurl'],
  ['consent', 'gdpr gdprconsent consentgiven optin marketingconsent marketingoptin'],
]
for (const [field, names] of lookalikes) {
  for (const name of names.split(' ')) fieldOf.set(name, field)
  fieldOf.set(field.replace('_', ''), field)
  fieldOf.set(field, field)
}
for (const alias of ['full_name', 'job_title']) fieldOf.set(alias, alias)
