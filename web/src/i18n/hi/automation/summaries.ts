/** Hindi of web/src/automation/summaries. */
export default {
  'automation/summaries/strings': {
    title: 'सारांश',
    make: 'सारांश बनाएँ',
    renew: 'फिर बनाएँ',
    failed: 'सारांश नहीं बन सका',
    rests: 'किस पर आधारित',
    asOf: 'अपडेट',
    byAi: 'AI ने लिखा है। ज़रूरी बातें स्रोतों में जाँच लें।',
    none: 'स्रोतों में ऐसा कुछ नहीं जिसका पक्का सारांश बन सके।',
  },
}
